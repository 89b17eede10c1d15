// Squared hinge loss: l(m) = max(0, 1 - m)^2 (no factor 1/2).
//
//   conjugate   l*(u) = u + u^2/4 for u <= 0, else infinity
//   dual step   argmin over a >= 0 of C l*(-a/C) + (a - α) m + q (a - α)^2 / 2 = α + (1 - m - α/(2C)) / (q + 1/(2C))
#pragma once

#include <algorithm>
#include <limits>
#include <string_view>

#include "loss/conjugate.hpp"
#include "loss/traits.hpp"

namespace halfspace {

struct SquaredHingeLoss {
  static constexpr std::string_view name = "squared-hinge";
  static constexpr std::string_view formula = "max(0, 1 - m_i)^2";
  static constexpr double most_curvature = 2;
  static constexpr double least_slope = -std::numeric_limits<double>::infinity();
  static constexpr LossTraits traits{.few_passes = true, .kernel_machine = true, .ridge = 0.5};

  static double value(double m) { return m < 1 ? (1 - m) * (1 - m) : 0; }
  static double slope(double m) { return m < 1 ? -2 * (1 - m) : 0; }
  static double curvature(double m) { return m < 1 ? 2 : 0; }
  static double conjugate(double u) { return u <= 0 ? u + u * u / 4 : not_a_slope; }

  /// The new α of a row with margin m, squared length q and weight C (Hsieh et al. 2008, equation 9).
  static double dual_step(double alpha, double m, double q, double C) {
    return std::max(0.0, alpha + (1 - m - alpha / (2 * C)) / (q + 1 / (2 * C)));
  }
};

}  // namespace halfspace
