// The root of an increasing function f between `low` and `high`: Newton's method, kept inside the bracket.
//
//   x <- x - f(x)/f'(x);   the middle of the bracket where that leaves it, or goes farther than half the step before the last
//
// The second rule ends cycles (f of the shape of tanh has them); it is for those that eight steps have not ended, and few
// roots take more. From there on steps halve or the bracket does, so that there is an end.
#pragma once

#include <cmath>
#include <limits>

namespace halfspace {

struct ValueAndSlope {
  double value;  // f(x)
  double slope;  // f'(x) > 0
};

/// From x on, until a step or the bracket is below `near` (floor + |x|).
template <class F>
double increasing_root(F f, double x, double low, double high, double near, double floor) {
  constexpr int steps_of_newton = 8;
  double last = std::numeric_limits<double>::infinity();
  double before_last = last;
  for (int k = 0; low < high; ++k) {
    const ValueAndSlope at = f(x);
    (at.value > 0 ? high : low) = x;
    const double step = at.value / at.slope;
    if (std::fabs(step) <= near * (floor + std::fabs(x))) break;
    double next = x - step;
    const bool shrinks = k < steps_of_newton || std::fabs(step) <= before_last / 2;
    if (!(next > low && next < high && shrinks)) {
      next = (low + high) / 2;
      if (next == low || next == high || high - low <= near * (floor + std::fabs(next))) return next;
    }
    before_last = last;
    last = std::fabs(next - x);
    x = next;
  }
  return x;
}

}  // namespace halfspace
