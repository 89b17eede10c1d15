// Columns far from 0 against their spread, as time stamps are, moved near to it, and constant columns to 0. With a free
// bias this changes no objective: w.x + b = w.(x - c) + (b + w.c); without it the bias and the column are nearly
// dependent, and a constant column shares the bias's work instead of having weight 0.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/rows.hpp"

namespace halfspace {

struct ShiftedColumns {
  Matrix x;                // x - c
  std::vector<double> by;  // c
};

/// Nothing where no column is far from 0; of rows that store less than half of their entries constant columns alone are
/// moved. Where systems are too large to solve (choose.hpp) columns move whose mean is at least their standard deviation:
/// steps of iterative solvers follow the mean row before all else; not where the copy would take more than `max_bytes` (0: no bound). x - c has no rounding where x is within a factor of 2
/// of c (Sterbenz 1974).
std::optional<ShiftedColumns> shifted_columns(const Matrix& x, std::uint64_t max_bytes = 0);

}  // namespace halfspace
