// Distances of rows far from the origin. |u|^2 + |v|^2 - 2 u.v loses their digits where columns are time stamps, say;
// |u - v| is that of rows moved alike, and some moves round nothing.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "data/matrix.hpp"
#include "data/rows.hpp"

namespace halfspace {

/// Where squared distances of rows lose more than 10 bits: the middle c of each column whose numbers are all within a
/// factor of 3 of each other, else 0: x - c is not rounded (Sterbenz 1974). Else, or where most entries are not stored,
/// empty.
template <class M>
std::vector<double> far_centre(const M& x);

/// x - c. `by` is as long as x has columns.
template <class M>
DenseMatrix<double> moved_by(const M& x, std::span<const double> by);

/// x - c with that c, however few bits would be lost; nothing where it is 0.
std::optional<Matrix> exactly_centred(const Matrix& x);

}  // namespace halfspace
