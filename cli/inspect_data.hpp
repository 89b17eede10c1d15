// What `inspect` reports of a data file.
#pragma once

#include <string>

#include "base/json.hpp"
#include "data/dataset.hpp"

namespace halfspace::cli {

/// Adds the facts of the data to `out`; the columns may be many, so nothing is copied.
void add_data_json(Json& out, const Dataset& data);

std::string data_text(const Dataset& data, const std::string& path);

}  // namespace halfspace::cli
