// What is minimised over the rows that a fold leaves: their facts, their weights of classes, C.
#pragma once

#include <cstddef>
#include <vector>

#include "driver/fold_sizes.hpp"
#include "driver/linear_choices.hpp"
#include "driver/shard_facts.hpp"
#include "shard/question.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

struct FoldGround {
  ShardFacts facts;
  LinearOptions options;
  std::vector<double> class_weight;  // empty: those of all rows
};

/// Of the rows that `part` leaves of all.
FoldGround fold_ground(const FoldSizes& sizes, std::size_t part, const ShardFacts& all, const LinearOptions& options,
                       const LinearChoices& choices);

/// Balanced weights of a fold may be larger than those of all rows, for which sums are bounded: by so much at most.
double most_class_weight_ratio(const FoldSizes& sizes, const ShardFacts& all, const LinearChoices& choices);

/// Scores asked in one question: of models while their weights are not more numbers than this.
inline constexpr std::size_t most_scored_numbers = std::size_t{1} << 23U;

/// Has a question of rows held out room for one model more, by its weights and by the sums of the answer?
bool has_room_for_scores(const Question& question);

/// Room of one answer for the sums of many models: those beyond it wait for others to end, the first where more than a few are
/// asked already.
class AnswerRoom {
 public:
  /// Takes the tasks that `question` has more than before. False: nothing more should be asked.
  bool has_more(const Question& question);

 private:
  std::size_t tasks_ = 0;
  std::size_t softmax_ = 0;
  std::size_t models_ = 0;
  std::size_t sums_ = 0;
};

}  // namespace halfspace
