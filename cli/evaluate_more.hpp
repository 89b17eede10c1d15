// What evaluate has beside the counts and metrics of one model: --lift, --bootstrap.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "flags.hpp"
#include "model/model.hpp"
#include "report/evaluate_more.hpp"

namespace halfspace::cli {

std::vector<Flag> more_flags();

/// The values of more_flags(), read before any data.
struct MoreWanted {
  double lift_fraction = 0.1;
  std::uint64_t samples = 0;  // 0: no bootstrap
  std::uint64_t seed = 0;
};
Result<MoreWanted> more_wanted(const Args& args, const Model& model);

/// A model's answers about rows whose classes are known.
struct Judgement {
  const Model& model;
  std::span<const double> score;
  std::span<const double> pair_score;  // of a model whose probabilities come from its pairs
  std::span<const std::uint32_t> truth;
  std::span<const std::uint32_t> predicted;
  std::span<const double> weight;  // empty: all 1
};

EvaluateMore evaluate_more(const MoreWanted& wanted, const Judgement& judged, unsigned threads);

}  // namespace halfspace::cli
