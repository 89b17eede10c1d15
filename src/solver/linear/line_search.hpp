// The step t along dv where the slope of the convex function φ(t) = f(v + t dv) has come down:
//
//   |φ'(t)| <= |φ'(0)| / 2, by safeguarded bisection from t = 1; margins move as m + t dm, so a trial costs O(n + d)
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "solver/linear/design.hpp"

namespace halfspace {

/// The step for a slope φ'(t). 0 when it does not fall at 0.
template <class Slope>
double step_of_slope(Slope slope) {
  constexpr double enough = 0.5;
  constexpr int most_trials = 80;
  const double start = slope(0);
  if (!(start < 0)) return 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double t = 1;
  for (int trial = 0; trial < most_trials; ++trial) {
    const double s = slope(t);
    if (std::fabs(s) <= enough * -start) return t;
    (s < 0 ? low : high) = t;
    t = std::isinf(high) ? 2 * t : (low + high) / 2;
  }
  return low;
}

/// 0 when dv is no direction of descent, to within rounding. Penalties without l1.
double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, std::span<const double> m,
                   std::span<const double> dm);

}  // namespace halfspace
