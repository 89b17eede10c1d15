// Passive-aggressive steps are quotients, so doubles miss ties by rounding: a score that differs from 0 or from the margin
// that the steps aim at, of either sign, by less than 10^-12 of its terms is taken as equal.
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/perceptron/options.hpp"

namespace halfspace {

class QuotientTolerance {
 public:
  explicit QuotientTolerance(const PerceptronChoices& o) : on_(is_passive_aggressive(o)), margin_(pa_margin(o)) {}

  bool on() const { return on_; }

  /// `terms()`: the sum of the absolute terms of s, asked only where s is near.
  template <class Terms>
  double snapped(double s, Terms&& terms) const {
    const double goal = std::fabs(s) < margin_ / 2 ? 0 : margin_;
    const double miss = std::fabs(std::fabs(s) - goal);
    if (miss == 0 || miss > 1e-6 * std::max(1.0, goal)) return s;
    return miss <= 1e-12 * (terms() + goal) ? std::copysign(goal, s) : s;
  }

 private:
  bool on_;
  double margin_;
};

}  // namespace halfspace
