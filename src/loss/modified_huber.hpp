// Modified Huber loss: l(m) = max(0, 1 - m)^2 for m >= -1, else -4 m. Zhang 2004.
//
//   conjugate   l*(u) = u + u^2/4 for u in [-4, 0], else infinity
//   dual step   as squared hinge, clipped to [0, 4 C]
#pragma once

#include <algorithm>
#include <string_view>

#include "loss/conjugate.hpp"
#include "loss/squared_hinge.hpp"
#include "loss/traits.hpp"

namespace halfspace {

struct ModifiedHuberLoss {
  static constexpr std::string_view name = "modified-huber";
  static constexpr std::string_view formula = "(max(0, 1 - m_i)^2 if m_i >= -1 else -4 m_i)";
  static constexpr double most_curvature = 2;
  static constexpr double least_slope = -4;
  static constexpr LossTraits traits{.ridge = 0.5};

  static double value(double m) { return m < -1 ? -4 * m : SquaredHingeLoss::value(m); }
  static double slope(double m) { return m < -1 ? -4 : SquaredHingeLoss::slope(m); }
  static double curvature(double m) { return m < -1 ? 0 : SquaredHingeLoss::curvature(m); }
  static double conjugate(double u) { return u >= -4 && u <= 0 ? u + u * u / 4 : not_a_slope; }
  static double dual_step(double alpha, double m, double q, double C) {
    return std::min(4 * C, SquaredHingeLoss::dual_step(alpha, m, q, C));
  }
};

}  // namespace halfspace
