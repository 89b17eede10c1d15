// What is in a data file, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "data/dataset.hpp"

namespace halfspace {

/// The members of `inspect --json` between the head and those of a table (table_report.hpp).
Json data_json(const Dataset& data);

/// What the text is, and the ranges of columns that have numbers for names.
std::string data_text(const Dataset& data, const std::string& path);

/// "150 rows, 4 columns", and what was done to them.
std::string rows_and_columns(const Dataset& data);

/// The members `hash_bits` and `precision`, where columns were hashed and values rounded.
void add_changes(Json& out, const Dataset& data);

/// Format and shape in a line: "csv, 150 rows, 4 columns, 600 nonzero values".
std::string shape_text(const Dataset& data);

}  // namespace halfspace
