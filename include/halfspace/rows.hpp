// Rows in memory: views of numbers that the caller keeps until the call returns. Sizes are 64-bit; indices count from
// 0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace halfspace {

// With `= {}` callers may write {values, rows, cols} without a warning about the rest.
// NOLINTBEGIN(readability-redundant-member-init)

/// n rows of d numbers, row after row: row i, column j is values[i * cols + j]. Numbers are finite; NaN is a missing
/// cell, an Error (bad_data) unless the option `missing` (training) or the model (prediction) says what becomes of it.
struct DenseRows {
  std::span<const double> values = {};   ///< rows * cols numbers
  std::int64_t rows = 0;                 ///< n, from 0
  std::int64_t cols = 0;                 ///< d, from 0 to 2^31 - 2
  std::span<const double> weights = {};  ///< weight of each row, from 0 (0 leaves it out); empty: all 1. Training only
  std::span<const std::string> columns = {};  ///< d names; empty: "1", "2", ... Training only
};

/// n sparse rows of d columns, compressed: row i has the entries start[i] .. start[i + 1] - 1, each a column and a
/// finite number; the columns of a row ascend strictly. Entries that are not there are 0.
struct CsrRows {
  std::span<const std::int64_t> start = {};   ///< rows + 1 places, from 0, ascending, the last one values.size()
  std::span<const std::int64_t> column = {};  ///< from 0 to cols - 1
  std::span<const double> values = {};        ///< as many as columns
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::span<const double> weights = {};  ///< as in DenseRows
};

// NOLINTEND(readability-redundant-member-init)

/// The class of each row: finite numbers (-1 and 1, 0 and 1, 3, ...) or texts (UTF-8). Two classes or more; as in files
/// they are sorted, numbers by value and texts by bytes, and of two the last is +1 unless the option `positive` says
/// otherwise.
using RowLabels = std::variant<std::span<const double>, std::span<const std::string>>;

}  // namespace halfspace
