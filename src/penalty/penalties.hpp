// Penalties Ω(w) = ρ |w|_1 + (1 - ρ)/2 |w|^2: none, L2 (ρ = 0), L1 (ρ = 1), elastic net. Firth's penalty of the
// likelihood (-1/2 log det of the information) is no sum over weights: solver/linear/primal/firth.cpp.
// A new penalty is an enumerator in halfspace/choices.hpp and a row of penalty_table here.
//
//   prox        argmin_v  t Ω(v) + (v - w)^2 / 2 = sign(w) max(0, |w| - tρ) / (1 + t(1 - ρ))
//   conjugate   Ω*(u) = max(0, |u| - ρ)^2 / (2 (1 - ρ)); for ρ = 1 it is 0 where |u| <= 1, else infinity
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

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

struct PenaltyFacts {
  PenaltyKind kind;
  std::string_view name;
  std::string_view formula;        // of w
  Penalty (*of)(double l1_ratio);  // ρ
  bool takes_ratio = false;
  bool of_likelihood = false;  // a function of the information: the loss is a likelihood
};

/// In the order of PenaltyKind.
inline constexpr std::array<PenaltyFacts, 5> penalty_table = {{
    {PenaltyKind::none, "none", "", [](double) { return Penalty{0, 0}; }},
    {PenaltyKind::l2, "l2", "1/2 |w|^2", [](double) { return Penalty{0, 1}; }},
    {PenaltyKind::l1, "l1", "|w|_1", [](double) { return Penalty{1, 0}; }},
    {PenaltyKind::elastic_net, "elastic-net", "rho |w|_1 + (1 - rho)/2 |w|^2",
     [](double ratio) { return Penalty{ratio, 1 - ratio}; }, true},
    {PenaltyKind::firth, "firth", "1/2 log det I(w)", [](double) { return Penalty{0, 0}; }, false, true},
}};

template <>
struct Names<PenaltyKind> {
  static constexpr auto list = [] {
    std::array<std::string_view, penalty_table.size()> names;
    for (std::size_t k = 0; k < names.size(); ++k) names[k] = penalty_table[k].name;
    return names;
  }();
};

constexpr const PenaltyFacts& facts_of(PenaltyKind kind) { return penalty_table[static_cast<std::size_t>(kind)]; }

constexpr Penalty penalty_of(PenaltyKind kind, double l1_ratio) { return facts_of(kind).of(l1_ratio); }

/// Has it an L1 part at a ratio between 0 and 1?
constexpr bool has_l1(PenaltyKind kind) { return penalty_of(kind, 0.5).l1 > 0; }

/// 1/2 |w|^2 itself.
constexpr bool is_half_square(PenaltyKind kind) { return !has_l1(kind) && penalty_of(kind, 0.5).l2 == 1; }

/// Does C (or λ) weigh it against the loss?
constexpr bool is_weighed(PenaltyKind kind) { return has_l1(kind) || penalty_of(kind, 0.5).l2 > 0; }

static_assert(
    [] {
      for (std::size_t k = 0; k < penalty_table.size(); ++k) {
        const auto kind = static_cast<PenaltyKind>(k);
        if (penalty_table[k].kind != kind || (is_weighed(kind) && !has_l1(kind) && !is_half_square(kind))) return false;
      }
      return true;
    }(),
    "rows in the order of the kinds; a multiple of 1/2 |w|^2 is another C");

/// A sum over the weights, which needs no rows.
constexpr bool is_sum(PenaltyKind kind) { return !facts_of(kind).of_likelihood; }

constexpr bool takes_ratio(PenaltyKind kind) { return facts_of(kind).takes_ratio; }

/// Its formula with `w` spelled so.
inline std::string formula_of(PenaltyKind kind, std::string_view w) {
  std::string out;
  for (const char c : facts_of(kind).formula) out += c == 'w' ? std::string(w) : std::string(1, c);
  return out;
}

}  // namespace halfspace
