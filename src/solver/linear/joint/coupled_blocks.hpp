// What the Newton step of the joint interior point has of one row i, whose K - 1 products share the slack ξ_i: with
// θ = 1/(t/a + damping) and φ = ξ/r
//
//   B_i = (diag(1/θ) + φ 11')^-1 = diag(θ) - θθ' φ / (1 + φ Σθ)
#pragma once

#include <span>
#include <vector>

#include "solver/linear/joint/joint.hpp"

namespace halfspace {

class CoupledBlocks {
 public:
  explicit CoupledBlocks(const JointRows& z);

  /// θ and φ of these a, t (n x K) and r, ξ (n).
  void set(std::span<const double> a, std::span<const double> t, std::span<const double> r, std::span<const double> xi);

  /// M = E'B_i E on the lower triangle, K x K, row k of E being e_y - e_k.
  void square(std::size_t i, std::span<double> M) const;

  /// v_i <- B_i v_i of v, n x K.
  void multiply(std::size_t i, std::span<double> v);

 private:
  double sum(std::size_t i) const;  // Σ θ

  const JointRows& z_;
  double damping_ = 0;
  std::vector<double> theta_;  // n x K
  std::vector<double> phi_;    // n
  std::vector<double> row_;    // K
};

}  // namespace halfspace
