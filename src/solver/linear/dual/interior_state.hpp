// Where the interior point of the hinge stands (interior_point.cpp), and a Newton step from there: with
// Θ_i = 1 / (t_i/α_i + ξ_i/s_i)
//
//   (P + Z'ΘZ) dv = -r_d + Z'Θ q,   dα = Θ (q - Z dv)
//   r_d = P v - Z'α,  r_p = Zv - 1 - t + ξ,  q = -r_p + (μ - α t - ...)/α - (μ - s ξ - ...)/s
//
// Ferris and Munson 2002 for the d x d system.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "linalg/cholesky.hpp"
#include "solver/linear/design.hpp"

namespace halfspace {

class InteriorState {
 public:
  /// In the middle of the box, all products near each other.
  explicit InteriorState(const Design& z);

  bool hard() const { return hard_; }  // margin: no ξ, no s
  const std::vector<double>& v() const { return v_; }
  const std::vector<double>& alpha() const { return a_; }
  const std::vector<double>& slack() const { return s_; }   // s_i = C_i - α_i
  const std::vector<double>& beyond() const { return t_; }  // t_i
  const std::vector<double>& loss() const { return xi_; }   // ξ_i

  /// Of v and α as they are now; what follows is of them.
  void find_residuals();

  double infeasibility() const;  // max |r_p|
  double objective() const;
  double complementarity() const;  // mean of the products
  double products() const { return static_cast<double>(hard_ ? n_ : 2 * n_); }

  /// f(v) - D(α) as it would be with the residuals gone, and what they are worth.
  double gap_estimate() const;

  /// Factors the system; asks `stop` and throws Stopped.
  void factor(const StopToken& stop);

  void predict();
  double complementarity_ahead() const;
  void correct(double mu);
  void correct_less(double mu, double weight);  // of da dt, after correct()
  double complementarity_after(double step) const { return complementarity(step, step); }
  double longest() const;
  void move(double step);

 private:
  using Numbers = std::vector<double>;

  void direction(double mu);
  double complementarity(double of_alpha, double of_slacks) const;  // after steps of these lengths
  double longest(const Numbers& a, const Numbers& da, const Numbers& b, const Numbers& db) const;

  const Design& z_;
  std::size_t n_;
  bool hard_;
  std::vector<std::size_t> all_;
  std::vector<double> H_;
  std::optional<Cholesky> cholesky_;
  Numbers v_, dv_, rd_, right_;                                                      // d
  Numbers m_, a_, s_, t_, xi_, theta_, q_, rp_, da_, ds_, dt_, dxi_, dm_, ct_, cx_;  // n
};

}  // namespace halfspace
