// Columns far from 0 against their spread, as time stamps are, moved near to it, and constant columns to 0. With a free
// bias this changes no objective: w.x + b = w.(x - c) + (b + w.c); without it the bias and the column are nearly
// dependent, and a constant column shares the bias's work instead of having weight 0.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/rows.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

struct ShiftedColumns {
  Matrix x;                // x - c
  std::vector<double> by;  // c
  bool exact = true;       // no x - c was rounded; so it is where x is within a factor of 2 of c (Sterbenz 1974)
};

/// Do columns move whose mean is at least their standard deviation? Where systems are too large to solve (choose.hpp):
/// steps of iterative solvers follow the mean row before all else. Not where a dense copy takes more than `max_bytes`
/// (0: no bound), for a hard margin or without a penalty.
bool moves_by_mean(const Matrix& x, const LinearOptions& options, std::uint64_t max_bytes);

/// Nothing where no column moves. Of sparse rows constant columns alone do, but by their means those that store at least
/// half of their entries.
std::optional<ShiftedColumns> shifted_columns(const Matrix& x, bool by_mean = false);

}  // namespace halfspace
