// What is in a file: told by its first bytes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "codec/source.hpp"
#include "format/read.hpp"
#include "halfspace/result.hpp"
#include "report/inspect_report.hpp"
#include "train/settings.hpp"

namespace halfspace {

/// Reads the rows: of the source, or of the file itself where it is NULL.
using ReadInspected = std::function<Result<Dataset>(std::unique_ptr<Source> source, const ReadOptions& options)>;

/// Errors: io, bad_data; usage for flags of data where the file holds none.
Result<Inspection> inspected(const std::string& path, const Settings& settings, const ReadInspected& read);

}  // namespace halfspace
