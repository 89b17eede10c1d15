#include "driver/fold_ground.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "shard/softmax_sums.hpp"
#include "shard/task_sums.hpp"

namespace halfspace {
namespace {

bool is_balanced(const LinearChoices& choices) { return choices.request.linear.class_weight == "balanced"; }

}  // namespace

FoldGround fold_ground(const FoldSizes& sizes, std::size_t part, const ShardFacts& all, const LinearOptions& options,
                       const LinearChoices& choices) {
  FoldGround out{sizes.facts_without(part, all), options, {}};
  if (choices.request.linear.mean_form()) {
    const double n = std::accumulate(out.facts.weight_of.begin(), out.facts.weight_of.end(), 0.0);
    out.options.C = 1 / (n * choices.request.linear.lambda);
  }
  if (is_balanced(choices)) out.class_weight = balanced_weights(out.facts, choices.targets);
  for (std::size_t k = 0; k < out.class_weight.size(); ++k) {
    out.facts.whole_weight[k] = out.class_weight[k] * out.facts.weight_of[k];
    out.facts.least_weight[k] *= out.class_weight[k] / choices.class_weight[k];
  }
  return out;
}

double most_class_weight_ratio(const FoldSizes& sizes, const ShardFacts& all, const LinearChoices& choices) {
  double most = 1;
  if (!is_balanced(choices)) return most;
  for (std::size_t p = 0; p < sizes.folds.parts(); ++p) {
    const std::vector<double> own = balanced_weights(sizes.facts_without(p, all), choices.targets);
    for (std::size_t k = 0; k < own.size(); ++k) most = std::max(most, own[k] / choices.class_weight[k]);
  }
  return most * (1 + 0x1p-40);
}

bool has_room_for_scores(const Question& q) {
  constexpr std::size_t most_sums = std::size_t{1} << 14U;  // a kilobyte each
  const std::size_t models = q.tasks.size() / q.outputs() + 1;
  return models == 1 ||
         (models * q.outputs() * q.dims() <= most_scored_numbers && models * held_out_sums(q) <= most_sums);
}

bool AnswerRoom::has_more(const Question& q) {
  constexpr std::size_t many_sums = std::size_t{1} << 21U;
  constexpr std::size_t most_sums = std::size_t{1} << 23U;
  constexpr std::size_t few_models = 16;
  for (; tasks_ < q.tasks.size(); ++tasks_) sums_ += TaskSums::size(q, q.tasks[tasks_]);
  for (; softmax_ < q.softmax.size(); ++softmax_) sums_ += SoftmaxSums::size(q, q.softmax[softmax_]);
  return sums_ < most_sums && (++models_ < few_models || sums_ < many_sums);
}

}  // namespace halfspace
