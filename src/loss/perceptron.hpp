// Perceptron loss: l(m) = max(0, -m), its kink at 0. Rosenblatt 1958.
//
//   conjugate  l*(u) = sup_m (u m - l(m)) = 0 for u in [-1, 0], else infinity
#pragma once

#include <algorithm>
#include <string_view>

#include "loss/conjugate.hpp"
#include "loss/traits.hpp"

namespace halfspace {

struct PerceptronLoss {
  static constexpr std::string_view name = "perceptron";
  static constexpr std::string_view formula = "max(0, -m_i)";
  static constexpr double least_slope = -1;
  static constexpr LossTraits traits{.least_at_zero = true};

  static double value(double m) { return std::max(0.0, -m); }
  static double slope(double m) { return m < 0 ? -1.0 : 0.0; }
  static double conjugate(double u) { return u >= -1 && u <= 0 ? 0 : not_a_slope; }
};

}  // namespace halfspace
