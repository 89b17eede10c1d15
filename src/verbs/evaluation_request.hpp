// What is asked of an evaluation, from flags.
#pragma once

#include <cstdint>
#include <optional>

#include "halfspace/result.hpp"
#include "model/model.hpp"
#include "select/costs.hpp"
#include "train/settings.hpp"

namespace halfspace {

struct EvaluationRequest {
  std::optional<double> threshold;  // of P(+1)
  double lift_fraction = 0.1;
  std::uint64_t samples = 0;  // of the bootstrap; 0: none
  std::uint64_t seed = 0;
  std::optional<CostTable> costs;
};

/// --threshold, for a model of two classes with probabilities.
Result<std::optional<double>> threshold_of(const Settings& settings, const Model& model);

/// --threshold, --lift, --bootstrap with --seed, --costs. Errors (usage).
Result<EvaluationRequest> evaluation_request(const Settings& settings, const Model& model);

}  // namespace halfspace
