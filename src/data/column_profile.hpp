// What the columns of a table seem to be, for somebody who has not trained on it yet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"

namespace halfspace {

/// number; category: texts with few levels; date: every text is a date or a time; id: tells rows apart (texts without
/// blanks that hardly repeat, or whole numbers that count the rows or are called an id); text: free text, or texts that
/// people read as numbers; constant: one value, or none. Whole numbers beyond 2^53 tell rows apart too.
enum class ColumnKind : std::uint8_t { number, category, date, id, text, constant };

std::string_view name_of(ColumnKind kind);

struct ColumnProfile {
  ColumnKind kind = ColumnKind::number;
  bool whole = true;            // all numbers are
  std::string_view looks_like;  // number_like() of all its texts, where they share one; else ""
  double least = 0;             // of the numbers
  double most = 0;
  std::optional<double> mark;  // a number apart from the rest that tables write for a missing one: -99, 999, ...
  std::uint64_t nonzeros = 0;
  std::uint64_t missing = 0;
  std::vector<double> few;                // distinct numbers, ascending, as long as they are at most `few_values`
  std::vector<std::uint64_t> level_rows;  // of texts: rows of each code; the level "" counts as missing

  /// Distinct values that are not missing; nothing where they are more numbers than `few_values`.
  std::optional<std::uint64_t> distinct() const;
};

inline constexpr std::size_t few_values = 20;

/// One entry a column. Rows from a table with header, missing cells kept (ReadOptions::listing).
std::vector<ColumnProfile> column_profiles(const Dataset& data);

/// Rows that repeat an earlier one in every cell and the label, by a hash of 64 bits.
std::uint64_t duplicate_rows(const Dataset& data);

/// A column that may be what a learner is to predict, and how many rows each of its values has.
struct LikelyLabel {
  std::string name;
  std::optional<std::size_t> column;  // a feature so far; none: the label column of `data`
  std::vector<std::string> values;
  std::vector<std::uint64_t> rows;
  std::uint64_t missing = 0;
};

/// The label column of `data`; without one the column of 2 to 20 values that is named like a label, else the last
/// column, or the first, if it has as few; else the last with two values. Nothing where none has.
std::optional<LikelyLabel> likely_label(const Dataset& data, const std::vector<ColumnProfile>& columns);

/// Columns each of whose values has one label alone, or whose numbers a threshold splits by label: they may have been
/// made from it. Identifiers are not among them; of fewer than ten rows none is.
std::vector<std::size_t> leakage_suspects(const Dataset& data, const std::vector<ColumnProfile>& columns,
                                          const LikelyLabel& label);

}  // namespace halfspace
