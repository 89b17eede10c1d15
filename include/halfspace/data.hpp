// Rows in memory: views of numbers that the caller keeps until the call returns. Sizes are 64-bit; indices count from
// 0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace halfspace {

/// Numbers of the caller, float or double. A float stands for the double it equals.
using Numbers = std::variant<std::span<const double>, std::span<const float>>;

/// Indices of the caller, of 64 or 32 bits.
using Indices = std::variant<std::span<const std::int64_t>, std::span<const std::int32_t>>;

// With `= {}` callers may write {values, rows, cols} without a warning about the rest.
// NOLINTBEGIN(readability-redundant-member-init)

/// A column of categories: its numbers are indices into `texts` (0 to texts.size() - 1), and NaN is a missing cell.
/// Texts are UTF-8 without NUL, not empty, none twice.
struct CategoryColumn {
  std::int64_t column = 0;
  std::span<const std::string> texts = {};
};

/// n rows of d numbers: row i, column j is values[i * row_stride + j * col_stride]. Numbers are finite; NaN is a
/// missing cell, an Error (bad_data) unless the option `missing` (training) or the model (prediction) says what becomes
/// of it.
///
/// Rows whose numbers stand side by side (col_stride 1) are read in place. Other strides (but in predictions of linear
/// models), categories, -0, and rows that are left out take one copy, within the option `max-memory`. Without rows there
/// is nothing to learn from (bad_data); predictions of no rows are empty.
struct DenseRows {
  Numbers values = {};
  std::int64_t rows = 0;                 ///< n, from 0
  std::int64_t cols = 0;                 ///< d, from 0 to 2^31 - 2
  std::span<const double> weights = {};  ///< of each row, [0, inf), 0 leaves it out; empty: all 1. predict() has none
  std::span<const std::string> columns = {};  ///< d names; empty: "1", "2", ... Training only
  std::int64_t row_stride = 0;  ///< numbers from a row to the next, from 1; 0: cols. Columns one after another: 1
  std::int64_t col_stride = 1;  ///< numbers from a column to the next, from 1. Columns one after another: rows
  std::span<const CategoryColumn> categories = {};  ///< columns ascend
  std::span<const std::int64_t> groups = {};  ///< any number for each row: rows of a group share a fold. For calls that
                                              ///< make folds; train(), and path() without folds, refuse them
};

/// n sparse rows of d columns, compressed: row i has the entries start[i] .. start[i + 1] - 1, each a column and a
/// finite number; the columns of a row ascend strictly. Entries that are not there are 0.
///
/// Columns of 32 bits are read in place, of 64 bits copied to 32; rows that are left out and -0 take one copy.
struct CsrRows {
  Indices start = {};   ///< rows + 1 places, from 0, ascending, the last one values.size()
  Indices column = {};  ///< from 0 to cols - 1
  Numbers values = {};  ///< as many as columns
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::span<const double> weights = {};       ///< as in DenseRows
  std::span<const std::int64_t> groups = {};  ///< as in DenseRows
};

/// Labels by number: row i has the label texts[codes[i]]. Codes are from 0 to texts.size() - 1; texts are UTF-8 without
/// NUL, none twice, and may stand in any order.
struct CodedLabels {
  std::span<const std::int32_t> codes = {};
  std::span<const std::string> texts = {};
};

// NOLINTEND(readability-redundant-member-init)

/// The class of each row: finite numbers (-1 and 1, 0 and 1, 3, ...) or texts (UTF-8), each written out or by its
/// number. Two classes or more; as in files they are sorted, numbers by value and texts by bytes, and of two the last
/// is +1 unless the option `positive` says otherwise.
using RowLabels = std::variant<std::span<const double>, std::span<const std::string>, CodedLabels>;

}  // namespace halfspace
