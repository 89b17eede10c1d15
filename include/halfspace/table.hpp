// The rows of a data file as arrays of the caller's.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// n rows of d columns, as train_file() reads them. A dense table is DenseRows{values, rows, cols}, a sparse one
/// CsrRows{start, column, values, rows, cols}.
struct Table {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  bool sparse = false;  ///< LIBSVM text
  /// Dense: rows * cols, row after row; NaN is a missing cell, and a number in a column of texts the index of its text.
  /// Sparse: those of the entries.
  std::vector<double> values;
  std::vector<std::int64_t> start;   ///< sparse: rows + 1 places; else empty
  std::vector<std::int32_t> column;  ///< sparse: of each entry, from 0
  std::vector<std::string> names;    ///< of the columns, "1", "2", ... without a header; empty for LIBSVM text
  std::vector<std::pair<std::int64_t, std::vector<std::string>>>
      categories;                    ///< columns of texts, ascending, and their texts in order of appearance
  std::vector<std::string> labels;   ///< of each row, as first written (1 or 1.0); empty without a label column
  std::vector<double> weights;       ///< of each row; empty without the option `weight`
  std::vector<std::int64_t> groups;  ///< of each row, numbered from 0 as they come; empty without the option `groups`
  std::vector<std::int64_t> lines;   ///< of each row, from 1
  std::string xxh3_128;              ///< of the unpacked text, 32 hex digits
};

/// Reads a CSV, TSV or LIBSVM text, plain or packed, or a cache ("-" is standard input). No label is needed, and labels
/// of every kind are taken. A column whose cells are all texts, and one that `categorical` names, is one of texts. A
/// missing cell stays, as NaN, and a row without a label has the label ""; `missing` `drop` leaves such rows out,
/// `drop-label` those without a label. Rows of weight 0 are left out, and columns are chosen, as in training. A header
/// alone is a table of no rows. Options: table_option_names(). Errors: io, bad_data, usage.
HALFSPACE_API Result<Table> read_table(const std::string& path, const Options& options = {});

/// Names that read_table() knows: those that say how a file is read (label, columns, format, categorical, missing,
/// ...), `groups`, `threads` and `max-memory`.
HALFSPACE_API std::vector<std::string> table_option_names();

}  // namespace halfspace
