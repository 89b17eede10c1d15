// The columns of a step under L1: the weights that are not 0 and the columns that most violate |g_j| <= l1_j. A column
// with |z_j'θ| + sqrt(2 gap Σ_i C_i K z_ij^2) < l1_j for a dual point θ has weight 0 at the optimum and leaves for good
// (K bounds the curvature). Ndiaye et al. 2017 (gap-safe screening); Massias, Gramfort, Salmon 2018 (Celer).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

class WorkingSet {
 public:
  /// Loss with a curvature.
  explicit WorkingSet(const Design& z);

  /// q = Z'θ of a dual point, with no more than this gap.
  void screen(std::span<const double> v, std::span<const double> q, double gap);

  /// Columns with |g_j| above `from` times l1_j; below 1 those that the step may bring in, and fewer of them.
  void choose(std::span<const double> v, std::span<const double> g, double from = 1);

  const std::vector<std::size_t>& columns() const { return columns_; }  // ascending
  const std::vector<char>& screened() const { return gone_; }

 private:
  const Design& z_;
  std::vector<double> reach_;  // Σ_i C_i K z_ij^2
  std::vector<char> gone_;
  std::vector<std::size_t> columns_;
};

}  // namespace halfspace
