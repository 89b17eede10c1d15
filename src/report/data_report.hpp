// What is in a data file, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "data/dataset.hpp"

namespace halfspace {

struct ColumnRange {
  double least = 0;
  double most = 0;
  std::uint64_t nonzeros = 0;
  std::uint64_t missing = 0;  // cells kept as missing
};

/// Of the first `most` columns.
std::vector<ColumnRange> column_ranges(const Dataset& data, std::uint64_t most);

/// The members of `inspect --json` between the head and `columns`, which may be many: each is column_json().
Json data_json(const Dataset& data);
Json column_json(const Dataset& data, std::size_t j, const ColumnRange& range);

std::string data_text(const Dataset& data, const std::string& path);

/// "150 rows, 4 columns", and what was done to them.
std::string rows_and_columns(const Dataset& data);

/// The members `hash_bits` and `precision`, where columns were hashed and values rounded.
void add_changes(Json& out, const Dataset& data);

/// Format and shape in a line: "csv, 150 rows, 4 columns, 600 nonzero values".
std::string shape_text(const Dataset& data);

}  // namespace halfspace
