// How a table seems to be written, for somebody who has not trained on it yet.
#pragma once

#include <vector>

#include "base/text_style.hpp"
#include "data/column_profile.hpp"
#include "data/dataset.hpp"

namespace halfspace {

struct SuggestedStyle {
  TextStyle style;            // that of `data` and what reads more of its columns as numbers
  std::vector<bool> numbers;  // of each column: it holds texts that are all numbers or dates in this style
};

/// Dates of one format become days; percentages, amounts of money and thousands separators are read where all texts of a
/// column are such numbers and none of them has a decimal comma. Rows from a table with header (ReadOptions::listing).
SuggestedStyle suggested_style(const Dataset& data, const std::vector<ColumnProfile>& columns);

}  // namespace halfspace
