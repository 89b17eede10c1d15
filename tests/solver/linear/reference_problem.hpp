// The objective of a linear model in long double, by its formula, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "halfspace/options.hpp"
#include "solver/linear/reference_algebra.hpp"

namespace halfspace::reference {

/// The problem as it is stated above: z_i = y_i x_i.
struct SmallLinear {
  LossKind loss = LossKind::logistic;
  std::vector<Reals> z;
  Reals c, l1, l2;

  Real loss_of(Real m) const {
    const Real below = std::max<Real>(0, 1 - m);
    switch (loss) {
      case LossKind::hinge:
        return below;
      case LossKind::squared_hinge:
        return below * below;
      case LossKind::modified_huber:
        return below <= 2 ? below * below : -4 * m;
      case LossKind::logistic:
        return m > 0 ? std::log1p(std::exp(-m)) : std::log1p(std::exp(m)) - m;
      default:
        return std::numeric_limits<Real>::quiet_NaN();  // a new loss needs its line here and in InteriorPoint
    }
  }

  Real value(const Reals& w) const {
    Real f = 0;
    for (std::size_t j = 0; j < w.size(); ++j) f += l1[j] * std::fabs(w[j]) + l2[j] / 2 * w[j] * w[j];
    for (std::size_t i = 0; i < z.size(); ++i) {
      Real m = 0;
      for (std::size_t j = 0; j < w.size(); ++j) m += z[i][j] * w[j];
      f += c[i] * loss_of(m);
    }
    return f;
  }
};

struct SmallOptimum {
  Reals w;
  Real value = 0;
  Real error = 0;  // u.s + v.ξ + |∇L| (1 + |(w, ξ)|), about value - P*
  int rounds = 0;
};

}  // namespace halfspace::reference
