// The loss of a pass, and what its dual needs. The hinge has no curvature at all, so Newton's method sees one that is
// rounded off over a width μ, whose slopes are multipliers within [0, 1] all the same: they prove a gap of the hinge itself.
//
//   l_μ(m) = max over a in [0, 1] of a (1 - m) - μ a^2/2        0, (1 - m)^2/(2μ), 1 - m - μ/2
//
// Nesterov 2005 ("Smooth minimization of non-smooth functions"); a = -l_μ'(m) = min(1, max(0, (1 - m)/μ)).
#pragma once

#include <algorithm>
#include <variant>

#include "loss/losses.hpp"

namespace halfspace {

template <HasCurvature L>
struct PlainCurve {
  static constexpr bool smoothed = false;
  static double most_curvature() { return L::most_curvature; }
  static double value(double m) { return L::value(m); }
  static double smooth(double m) { return L::value(m); }
  static double alpha(double m) { return -L::slope(m); }
  static double curvature(double m) { return L::curvature(m); }
  static double conjugate(double alpha) { return L::conjugate(-alpha); }
  static double ridge(double) { return 0; }
};

struct SmoothedHinge {
  static constexpr bool smoothed = true;
  double width = 1;

  double most_curvature() const { return 1 / width; }
  static double value(double m) { return HingeLoss::value(m); }
  double smooth(double m) const {
    const double a = alpha(m);
    return a * (1 - m) - ridge(a);
  }
  double alpha(double m) const { return std::clamp((1 - m) / width, 0.0, 1.0); }
  double curvature(double m) const { return m < 1 && m > 1 - width ? 1 / width : 0; }
  static double conjugate(double alpha) { return -alpha; }
  double ridge(double alpha) const { return width / 2 * (alpha * alpha); }
};

/// Calls f with the curve of this loss.
template <class F>
void with_curve(LossKind loss, double smoothing, const F& f) {
  std::visit(
      [&]<class L>(L) {
        if constexpr (HasCurvature<L>)
          f(PlainCurve<L>{});
        else
          f(SmoothedHinge{smoothing});
      },
      loss_of(loss));
}

}  // namespace halfspace
