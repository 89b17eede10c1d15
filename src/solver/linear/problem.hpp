// What a linear model learns from.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "data/rows.hpp"

namespace halfspace {

/// n rows, labels -1 or +1 (both), the weight c_i >= 0 of each row (row weight times class weight; empty: all 1), and
/// the names of columns for errors (empty: their numbers).
struct LinearProblem {
  const Matrix& x;
  std::span<const std::int8_t> y;
  std::span<const double> weight;
  std::span<const std::string> names = {};
};

}  // namespace halfspace
