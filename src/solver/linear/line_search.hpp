// The step t along dv where the slope of the convex function φ(t) = f(v + t dv) has come down:
//
//   |φ'(t)| <= |φ'(0)| / 2, by safeguarded bisection from t = 1; margins move as m + t dm, so a trial costs O(n + d)
#pragma once

#include <span>

#include "solver/linear/design.hpp"

namespace halfspace {

/// 0 when dv is no direction of descent, to within rounding. Penalties without l1.
double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, std::span<const double> m,
                   std::span<const double> dm);

}  // namespace halfspace
