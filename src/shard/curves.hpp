// The loss of a pass, and what its dual needs. The hinge has no curvature at all, so Newton's method sees one whose multipliers
// are drawn to given ones, a_0, with strength μ: the augmented Lagrangian of its dual. Slopes are multipliers within [0, 1] all
// the same, so they prove a gap of the hinge itself; and as a_0 becomes the optimal ones, so do they, whatever μ.
//
//   l(m; a_0) = max over a in [0, 1] of a (1 - m) - μ (a - a_0)^2/2,    a = min(1, max(0, a_0 + (1 - m)/μ))
//
// Rockafellar 1976 ("Augmented Lagrangians and applications of the proximal point algorithm in convex programming").
#pragma once

#include <algorithm>
#include <variant>

#include "loss/losses.hpp"

namespace halfspace {

/// What a row adds at its margin.
struct CurvePoint {
  double value;
  double alpha;
  double curvature;
  double conjugate;
};

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
  static CurvePoint at(double m) {
    if constexpr (requires { L::at(m); }) {
      const auto [value, alpha, curvature, conjugate] = L::at(m);
      return {value, alpha, curvature, conjugate};
    } else {
      return {value(m), alpha(m), curvature(m), conjugate(alpha(m))};
    }
  }
};

struct CentredHinge {
  static constexpr bool smoothed = true;
  double width = 1;   // μ
  double center = 0;  // a_0 of the row at hand

  double most_curvature() const { return 1 / width; }
  static double value(double m) { return HingeLoss::value(m); }
  double smooth(double m) const {
    const double a = alpha(m);
    return a * (1 - m) - ridge(a);
  }
  double alpha(double m) const { return std::clamp(center + (1 - m) / width, 0.0, 1.0); }
  double curvature(double m) const {
    const double a = center + (1 - m) / width;
    return a > 0 && a < 1 ? 1 / width : 0;
  }
  static double conjugate(double alpha) { return -alpha; }
  CurvePoint at(double m) const { return {value(m), alpha(m), curvature(m), conjugate(alpha(m))}; }
  double ridge(double alpha) const { return width / 2 * ((alpha - center) * (alpha - center)); }
};

/// Calls f with the curve of this loss.
template <class F>
void with_curve(LossKind loss, double smoothing, const F& f) {
  std::visit(
      [&]<class L>(L) {
        if constexpr (HasCurvature<L>)
          f(PlainCurve<L>{});
        else
          f(CentredHinge{smoothing});
      },
      loss_of(loss));
}

}  // namespace halfspace
