// What evaluate has beside the counts and metrics of one model: --lift, --bootstrap, --against, --costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "flags.hpp"
#include "labelled_scores.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"
#include "report/evaluate_more.hpp"

namespace halfspace::cli {

std::vector<Flag> more_flags();

/// The values of more_flags(), read before any data.
struct MoreWanted {
  double lift_fraction = 0.1;
  std::uint64_t samples = 0;  // 0: no bootstrap
  std::uint64_t seed = 0;
  std::optional<Model> against;
  std::optional<CostTable> costs;
};
Result<MoreWanted> more_wanted(const Args& args, const Model& model);

/// A model's answers about rows whose classes are known.
struct Judgement {
  const Model& model;
  std::span<const double> pair_score;  // of a model whose probabilities come from its pairs
  std::span<const std::uint32_t> predicted;
  const Counts& counts;  // of these predictions
  double threshold;      // of P(+1)
};

/// Reads DATA again where there is a second model.
Result<EvaluateMore> evaluate_more(const Args& args, const MoreWanted& wanted, const LabelledScores& rows,
                                   const Judgement& judged, unsigned threads);

}  // namespace halfspace::cli
