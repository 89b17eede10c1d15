#include "train/perceptron/own_counts.hpp"

#include <algorithm>

#include "model/scorer.hpp"

namespace halfspace {

std::optional<OwnCounts> own_counts(const std::vector<PerceptronResult>& runs, std::span<const std::uint32_t> truth,
                                    std::span<const double> weight) {
  const auto scored = [&](const PerceptronResult& r) { return r.own.score.size() == truth.size(); };
  if (!std::all_of(runs.begin(), runs.end(), scored)) return std::nullopt;
  const OwnScores& first = runs[0].own;
  const bool alike =
      std::all_of(runs.begin(), runs.end(), [&](const PerceptronResult& r) { return r.own.unit == first.unit; });
  std::vector<double> score(truth.size() * runs.size());
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const OwnScores& own = runs[k].own;
    for (std::size_t i = 0; i < truth.size(); ++i)
      score[i * runs.size() + k] = alike ? own.score[i] : own.score[i] / own.unit;
  }
  OwnCounts out{count_predictions(score, runs.size(), truth, weight), margins(score, runs.size(), truth),
                first.threshold};
  if (alike) out.counts.loss /= first.unit;
  return out;
}

}  // namespace halfspace
