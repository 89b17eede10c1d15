// A dual point θ of multipliers α that may break the conditions of the kinks and of a free bias: balanced, Σ y_i θ_i = 0,
// and within the ball |z_j'θ| <= l1_j where l2_j = 0. Its dual objective is
//
//   D(θ) = -Σ_j Ω_j*(z_j'θ) - Σ_i C_i loss*(-θ_i / C_i)
#pragma once

#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

class FeasibleDual {
 public:
  explicit FeasibleDual(const Design& z) : z_(z), theta_(z.n()), q_(z.dims()) {}

  /// From these α, balanced first where the curvature D_i is large; returns D(θ).
  double set(const std::vector<double>& alpha, std::span<const double> curvature);

  /// From here on with the rounding of long sums in view: for points that a proof found wanting by it.
  void be_careful() { careful_ = true; }

  const std::vector<double>& theta() const { return theta_; }
  const std::vector<double>& q() const { return q_; }  // Z'θ

 private:
  void balance_by(std::span<const double> curvature);
  void shrink();

  const Design& z_;
  bool careful_ = false;
  std::vector<double> theta_;
  std::vector<double> q_;
};

/// q = Z'α in long double, and how far from it multipliers that are rounded once more may be by a proof.
void combine_carefully(const Design& z, std::span<const double> alpha, std::span<double> q, std::span<double> slip);

}  // namespace halfspace
