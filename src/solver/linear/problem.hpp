// What a linear model learns from.
#pragma once

#include <cstdint>
#include <span>

#include "data/rows.hpp"

namespace halfspace {

/// n rows, labels -1 or +1 (both), and the weight c_i >= 0 of each row (row weight times class weight; empty: all 1).
/// `moved` holds by how much each column was moved to what it is (empty: none), which tells how far its digits go.
struct LinearProblem {
  const Matrix& x;
  std::span<const std::int8_t> y;
  std::span<const double> weight;
  std::span<const double> moved = {};
};

}  // namespace halfspace
