// Where the method of multipliers of the hinge stands (augmented_lagrangian.cpp): for multipliers λ in the box and a
// weight σ of the constraints the inner problem
//
//   min over v   φ(v) = 1/2 v.P v + Σ ψ_i(m_i),   -ψ_i'(m_i) = α_i = clip(λ_i + σ C_i (1 - m_i), 0, C_i)
//   ∇φ = g = P v - Z'α,   H = P + σ Σ_{0 < α_i < C_i} C_i z_i z_i' in ∂^2 φ
//
// whose α is a dual point of the hinge in every step:
//
//   f(v) - D(α) = Σ_i (C_i max(0, 1 - m_i) - α_i (1 - m_i)) + 1/2 g.P^-1 g
//
// A free bias has P_bb = 0 and D(α) = -infinity unless g_b = -Σ α_i y_i = 0; the gap counts |g_b| for the rows that
// balance it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "solver/linear/design.hpp"
#include "solver/linear/dual/dual_start.hpp"
#include "solver/linear/moved_gram.hpp"

namespace halfspace {

class AugmentedState {
 public:
  AugmentedState(const Design& z, DualStart start, double sigma);

  const std::vector<double>& v() const { return v_; }
  const std::vector<double>& margins() const { return m_; }
  const std::vector<double>& alpha() const { return alpha_; }
  double objective() const { return f_; }
  double shares() const { return shares_; }  // of the gap: what the rows hold
  double rest() const { return rest_; }      // what the gradient holds

  /// α at v, and by it g, f and the gap.
  void find_dual();

  /// λ <- α, σ <- `growth` σ, and α anew.
  void update_multipliers(double growth);

  /// v <- v + t dv, dv = -H^-1 g; false where φ does not fall along it.
  bool newton_step(const StopToken& stop);

 private:
  void find_direction(const StopToken& stop);
  double step_along() const;

  const Design& z_;
  double sigma_;
  double total_cost_;
  double f_ = 0;
  double shares_ = 0;
  double rest_ = 0;
  MovedGram gram_;                               // Σ C_i z_i z_i' of the band, the rows with 0 < α_i < C_i
  std::vector<double> v_, g_, q_, dq_, dv_, H_;  // d; q = Z'α
  std::vector<double> m_, dm_, lambda_, alpha_, dalpha_, band_;  // n
};

}  // namespace halfspace
