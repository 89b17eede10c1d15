// What `inspect` reports of a data file.
#pragma once

#include <string>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace::cli {

/// Prints `answer` with the facts of the data; the columns may be many and are made and written one after the other.
Result<void> print_data_json(Json answer, const Dataset& data, const Json& seconds);

std::string data_text(const Dataset& data, const std::string& path);

}  // namespace halfspace::cli
