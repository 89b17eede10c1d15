// Wide sparse rows as dual coordinate descent reads them: values rounded to floats, columns numbered as they first
// appear, unused ones left out. A pass then reads two thirds of the bytes, and w, whose numbers lie near each other, stays
// in the cache (imdb reviews, 74,135 of 262,142 columns used: half the time). What is proven of a point found so is
// proven on the rows as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

using RoundedRows = CsrMatrix<std::conditional_t<rows_of_floats, float, double>>;

struct CompactRows {
  Design z;                           // row i stands in for row i of the problem's design
  std::vector<std::uint32_t> column;  // of the problem, of each column here

  /// A point of these columns, and the bias behind it, as one of all columns.
  std::vector<double> spread(std::span<const double> v, std::size_t dims) const;
};

/// Nothing where the rows as they are read as well: dense ones, floats in few unused columns; where floats are no
/// roundings of the values; where the copy would be large.
std::optional<CompactRows> compact_rows(const Design& z);

}  // namespace halfspace
