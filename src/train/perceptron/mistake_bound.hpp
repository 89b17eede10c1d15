// The mistake bound of a run (Novikoff 1962; docs/algorithms.md 4), held against what the run did. With updates only at
// rows with m <= β, steps c >= 0, and a separator w* of length 1 and margin γ:
//
//   w̄_0.w* + γ Σc  <=  w̄.w*  <=  |w̄|  <=  sqrt(|w̄_0|^2 + R^2 Σc^2 + 2β Σc)
//
// From zero this bounds the updates k <= R^2/γ^2 of unit and rate steps, 9/8 of that for delta, (R^2 + 2β/η)/γ^2 with a
// required margin β, and the mistakes (m <= 0) of hard passive-aggressive steps by R^2/γ^2 (Crammer et al. 2006).
#pragma once

#include <optional>
#include <span>

#include "data/dataset.hpp"
#include "separate/separability.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

enum class BoundRule { none, unit, rate, delta, margin, passive_aggressive, general };

template <>
struct Names<BoundRule> {
  static constexpr std::array<std::string_view, 7> list = {
      "none", "unit", "rate", "delta", "margin", "passive-aggressive", "general"};
};

struct MistakeBound {
  double radius_squared = 0;               // R^2 = max_i |z_i|^2
  std::optional<double> separator_margin;  // of the kept weights
  std::optional<double> margin_at_least;   // γ: the best margin of the data where it was proved, else the separator's
  std::optional<double> margin_at_most;
  bool best = false;                    // γ is proved, and the bound with it
  BoundRule rule = BoundRule::none;     // what the run is held against
  std::uint64_t counted = 0;            // its updates, or passive-aggressive mistakes
  std::optional<double> most;           // of them; nothing by the general rule
  std::optional<double> along, length;  // general rule: the two ends of the inequality, rounded outwards

  std::optional<double> updates_at_most() const;
  std::optional<double> slack() const;
};

/// By the kept weights: `margins` of w̄ on all rows (of which none is 0), `classes` 2 or more (argmax: z_i is x̄_i at the
/// true class and -x̄_i at another). A kernel's lengths are those of its feature space.
MistakeBound mistake_bound(const Dataset& data, const PerceptronChoices& options, const PerceptronResult& run,
                           std::span<const double> margins, std::size_t classes);

/// The bound by the best margin of the data, `known.margin`.
void hold_against_best(MistakeBound& bound, const Separability& known, const PerceptronChoices& options,
                       const PerceptronResult& run, bool row_weights);

}  // namespace halfspace
