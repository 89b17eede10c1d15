// The mistake bound of a run (Novikoff 1962; docs/algorithms.md 2.4), held against its updates where the data has a
// known separator: k <= R^2/γ^2 for unit and rate steps from zero, 9/8 of that for delta, (R^2 + 2β/η)/γ^2 with a
// required margin β.
#pragma once

#include <optional>
#include <span>

#include "data/dataset.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

struct MistakeBound {
  double radius_squared = 0;              // R^2 = max_i |z_i|^2
  std::optional<double> margin_at_least;  // the margin of the separator found
  std::optional<double> margin_at_most;   // |w̄|/Σc while running
  std::optional<double> updates_at_most;  // by the separator found; nothing for steps without such a bound
};

/// `margins` of the kept weights w̄ on all rows (of which none is 0), `classes` 2 or more (argmax: z_i is x̄_i at the
/// true class and -x̄_i at another). A kernel's lengths are those of its feature space.
MistakeBound mistake_bound(const Dataset& data, const PerceptronOptions& options, const PerceptronResult& run,
                           std::span<const double> margins, std::size_t classes);

}  // namespace halfspace
