// Where the joint interior point stands (joint_interior_point.cpp), and a Newton step from there: with the B_i of
// coupled_blocks.hpp
//
//   (I + Σ_i Z_i'B_i Z_i) dW = -r_d + Q(B g),   da_i = B_i (g_i - dm_i)
//   r_d = W - Q(a),  r_p = m - 1 - t + ξ,  g = -r_p + (μ - a t)/a - (μ - r ξ)/r
#pragma once

#include <optional>
#include <vector>

#include "linalg/cholesky.hpp"
#include "solver/linear/joint/coupled_blocks.hpp"
#include "solver/linear/joint/joint.hpp"

namespace halfspace {

class JointInteriorState {
 public:
  /// In the middle of the constraints.
  explicit JointInteriorState(const JointRows& z);

  const std::vector<double>& W() const { return W_; }
  const std::vector<double>& a() const { return a_; }        // n x K, as t and the margins
  const std::vector<double>& beyond() const { return t_; }   // t_ik
  const std::vector<double>& margins() const { return m_; }  // m_ik, of the last residuals
  const std::vector<double>& slack() const { return r_; }    // r_i = C_i - Σ_k a_ik
  const std::vector<double>& loss() const { return xi_; }    // ξ_i

  /// Of W and a as they are now; what follows is of them.
  void find_residuals();

  double infeasibility() const { return infeasible_; }  // max |r_p|
  double objective() const;
  double complementarity() const { return complementarity(0); }  // mean of the products
  double products() const { return pairs_; }
  double gap_estimate() const;

  /// Factors the system; false where the run ends before.
  bool factor(JointRun& run);

  void predict();
  double complementarity_ahead() const;
  void correct(double mu);
  void correct_less(double mu, double weight);  // of da dt, after correct()
  double complementarity_after(double step) const { return complementarity(step); }
  double longest() const;
  void move(double step);

 private:
  void margins_of(const std::vector<double>& W, std::vector<double>& m) const;
  double complementarity(double step) const;
  void direction(double mu);

  const JointRows& z_;
  std::size_t n_, K_;
  double pairs_;
  double infeasible_ = 0;
  CoupledBlocks blocks_;
  std::vector<double> H_;
  std::optional<Cholesky> cholesky_;
  std::vector<double> W_, dW_, rd_, right_;                     // K x side
  std::vector<double> a_, t_, m_, rp_, da_, dt_, dm_, g_, ct_;  // n x K
  std::vector<double> r_, xi_, dr_, dxi_, cx_;                  // n
};

}  // namespace halfspace
