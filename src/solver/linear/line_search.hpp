// The step t along dv where the slope of the convex function φ(t) = f(v + t dv) has come down (linalg/line_search.hpp);
// margins move as m + t dm, so a trial costs O(n + d).
#pragma once

#include <span>

#include "linalg/line_search.hpp"
#include "solver/linear/design.hpp"

namespace halfspace {

inline constexpr int most_line_trials = 80;

/// `losses(t, sum)` adds their part of φ'(t) to `sum`, that of the penalty. 0 when dv is no direction of descent, to
/// within rounding. Penalties without l1.
template <class Losses, class Between>
double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, Losses losses,
                   int most_trials, Between between) {
  double linear = 0;
  double quadratic = 0;
  for (std::size_t j = 0; j < v.size(); ++j) {
    linear += z.penalty(j).l2 * v[j] * dv[j];
    quadratic += z.penalty(j).l2 * dv[j] * dv[j];
  }
  const auto slope = [&](double t) {  // φ'(t) = v.P dv + t dv.P dv + that of the losses
    double sum = linear + t * quadratic;
    losses(t, sum);
    return sum;
  };
  return step_of_slope(slope, most_trials, between);
}

/// Σ C_i loss'(m_i + t dm_i) dm_i
double loss_slope(const Design& z, std::span<const double> m, std::span<const double> dm, double t);

/// The same by bisection, with the loss of the problem: Σ C_i loss'(m_i + t dm_i) dm_i.
double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, std::span<const double> m,
                   std::span<const double> dm);

}  // namespace halfspace
