// Penalties Ω(w) = ρ |w|_1 + (1 - ρ)/2 |w|^2: none, L2 (ρ = 0), L1 (ρ = 1), elastic net. Firth's penalty of the
// likelihood (-1/2 log det of the information) is no sum over weights: solver/linear/primal/firth.cpp.
//
//   prox        argmin_v  t Ω(v) + (v - w)^2 / 2 = sign(w) max(0, |w| - tρ) / (1 + t(1 - ρ))
//   conjugate   Ω*(u) = max(0, |u| - ρ)^2 / (2 (1 - ρ)); for ρ = 1 it is 0 where |u| <= 1, else infinity
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/fields.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

template <>
struct Names<PenaltyKind> {
  static constexpr std::array<std::string_view, 5> list = {"none", "l2", "l1", "elastic-net", "firth"};
};

/// The two coefficients of one weight's penalty: l1 |w| + l2/2 w^2.
struct Penalty {
  double l1 = 0;
  double l2 = 0;

  double value(double w) const { return l1 * std::fabs(w) + l2 / 2 * (w * w); }

  double prox(double w, double t) const {
    return std::copysign(std::max(0.0, std::fabs(w) - t * l1), w) / (1 + t * l2);
  }

  double conjugate(double u) const {
    const double over = std::max(0.0, std::fabs(u) - l1);
    if (over == 0) return 0;
    return l2 > 0 ? over * over / (2 * l2) : std::numeric_limits<double>::infinity();
  }
};

/// ρ is l1_ratio, for elastic net.
inline Penalty penalty_of(PenaltyKind kind, double l1_ratio) {
  switch (kind) {
    case PenaltyKind::l2:
      return {0, 1};
    case PenaltyKind::l1:
      return {1, 0};
    case PenaltyKind::elastic_net:
      return {l1_ratio, 1 - l1_ratio};
    default:
      return {0, 0};
  }
}

}  // namespace halfspace
