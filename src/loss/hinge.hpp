// Hinge loss: l(m) = max(0, 1 - m), its kink at 1. Cortes and Vapnik 1995.
//
//   conjugate   l*(u) = u for u in [-1, 0], else infinity
//   dual step   argmin over a in [0, C] of C l*(-a/C) + (a - α) m + q (a - α)^2 / 2 = α + (1 - m)/q, clipped
#pragma once

#include <algorithm>
#include <string_view>

#include "loss/conjugate.hpp"
#include "loss/traits.hpp"

namespace halfspace {

struct HingeLoss {
  static constexpr std::string_view name = "hinge";
  static constexpr std::string_view formula = "max(0, 1 - m_i)";
  static constexpr double least_slope = -1;
  static constexpr LossTraits traits{
      .soft_margin = true, .few_passes = true, .kernel_machine = true, .ridge = 0, .joint = Multiclass::crammer_singer};

  static double value(double m) { return std::max(0.0, 1 - m); }
  static double slope(double m) { return m < 1 ? -1.0 : 0.0; }
  static double conjugate(double u) { return u >= -1 && u <= 0 ? u : not_a_slope; }

  /// The new α of a row with margin m, squared length q > 0 and weight C (Hsieh et al. 2008, equation 9).
  static double dual_step(double alpha, double m, double q, double C) {
    return std::clamp(alpha + (1 - m) / q, 0.0, C);
  }
};

}  // namespace halfspace
