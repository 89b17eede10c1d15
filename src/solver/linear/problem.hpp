// What a linear model learns from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "data/rows.hpp"

namespace halfspace {

/// How a message names a row: "line 4"; where there is none "row 3", from 0.
using RowPlace = std::function<std::string(std::size_t)>;

/// n rows, labels -1 or +1 (both), and the weight c_i >= 0 of each row (row weight times class weight; empty: all 1).
/// `moved` holds by how much each column was moved to what it is (empty: none), which tells how far its digits go.
struct LinearProblem {
  const Matrix& x;
  std::span<const std::int8_t> y;
  std::span<const double> weight;
  std::span<const double> moved = {};
  RowPlace place = {};
};

}  // namespace halfspace
