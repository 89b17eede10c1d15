// The step t at which the slope of a convex function φ has come down:
//
//   |φ'(t)| <= |φ'(0)| / 2,   first t = 1, 2, 4, ... up to a slope above 0, then between the ends of the bracket
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace {

/// φ' is below 0 at `low` and not at `high`.
struct Bracket {
  double low = 0;
  double low_slope = 0;
  double high = std::numeric_limits<double>::infinity();
  double high_slope = 0;
};

inline double middle(const Bracket& b) { return (b.low + b.high) / 2; }

/// Where the straight line through both slopes is 0, kept away from the ends.
inline double secant(const Bracket& b) {
  const double t = b.low - b.low_slope * (b.high - b.low) / (b.high_slope - b.low_slope);
  return std::clamp(t, b.low + 0.1 * (b.high - b.low), b.high - 0.1 * (b.high - b.low));
}

/// 0 when φ does not fall at 0; after `most_trials` the low end. `between(bracket)` is the next t to try.
template <class Slope, class Between>
double step_of_slope(Slope slope, int most_trials, Between between) {
  constexpr double enough = 0.5;
  Bracket b;
  const double start = b.low_slope = slope(0);
  if (!(start < 0)) return 0;
  double t = 1;
  for (int trial = 0; trial < most_trials; ++trial) {
    const double s = slope(t);
    if (std::fabs(s) <= enough * -start) return t;
    (s < 0 ? b.low : b.high) = t;
    (s < 0 ? b.low_slope : b.high_slope) = s;
    t = std::isinf(b.high) ? 2 * t : between(b);
  }
  return b.low;
}

}  // namespace halfspace
