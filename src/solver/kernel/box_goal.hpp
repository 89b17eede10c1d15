// When a run on a BoxProblem has reached what was asked for.
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/kernel/box_problem.hpp"

namespace halfspace {

inline constexpr double least_of_first = 1e-3;  // of the first objective

/// What the tolerance is a share of: the objective, but never less than a thousandth of where it began (an optimum of
/// 0, as nu-SVC has without a margin, is never met relatively).
inline double scale_of(const BoxSolution& s, double begun) {
  const double primal = std::isfinite(s.gap) ? s.dual + s.gap : 0;
  return std::max({std::fabs(s.dual), std::fabs(primal), least_of_first * begun});
}

inline bool small_enough(const BoxSolution& s, double tol, double begun) {
  return std::isfinite(s.gap) && s.gap <= tol * scale_of(s, begun);
}

/// Would it be, with scores in which rounding hides nothing?
inline bool small_but_for_rounding(const BoxSolution& s, double tol, double begun) {
  return std::isfinite(s.gap) && s.hidden > 0 && s.gap - s.hidden <= tol * scale_of(s, begun);
}

}  // namespace halfspace
