// The fewest training mistakes of a line in the plane, exactly.
//
//   min over w̄ of #{i : w̄.z_i <= 0},   z_i = y_i (x_i, 1), or y_i x_i without a bias, x_i of one or two features
//
// The planes w̄.z_i = 0 cut the sphere of weights into cells on which the mistakes are the same, and some cell has the
// fewest, because a row on the boundary is a mistake that no step into a neighbouring cell makes worse. Every cell has
// an edge: lines that turn about the place of some row and meet no other place; the rows of that place then go to the
// side that suits more of them, by a small shift of the line. So: turn a line about each place, the other places in the
// order of their angles, O(n^2 log n) in all. Without a bias, and with one feature, one turn about the origin is
// enough.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"

namespace halfspace {

struct FewestMistakes {
  std::vector<std::uint64_t> rows;  // the mistakes, rising: w̄.z_i <= 0
  std::vector<Rational> weights;    // w̄.z_i > 0 on all other rows; the bias last when there is one
  bool exact = true;                // false: `stop` ended the search, fewer may be possible
};

/// `features`: one or two columns as long as y, which holds -1 and +1. No rows: no mistakes.
FewestMistakes fewest_in_plane(std::span<const std::vector<Rational>> features, std::span<const std::int8_t> y,
                               bool bias, const StopToken& stop = {});

}  // namespace halfspace
