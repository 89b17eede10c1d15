// --algorithm auto: the perceptron (preset cyclic), raced against the exact question whether its classes are linearly
// separable, for a counted amount of work. Where it reaches a clean pass its weights are the model; everywhere else
// logistic regression is (L2, C = 1; multinomial for three classes and more), and the report has the verdict.
#pragma once

#include "train/train.hpp"

namespace halfspace {

/// Most work before logistic regression takes over; a report of a run is 2^20 values looked at, a visit 8 more.
struct AutoWork {
  std::uint64_t visits = std::uint64_t{1} << 23U;    // of the perceptron, ...
  std::uint64_t reports = 160;                       // ... or so many reports, however few passes those are, ...
  std::uint64_t passes = passes_before_asking + 2;   // ... but so many passes at least, so that the question is asked
  std::uint64_t question = std::uint64_t{1} << 31U;  // multiplications of the question
  std::uint64_t fitting = std::uint64_t{1} << 31U;   // of multinomial regression, 256 passes at least
};

/// Halts of `observer` end either run. Errors: those of the learner that came to train.
Result<Trained> train_auto(const Dataset& data, const TrainRequest& request, const TrainObserver& observer);

/// The same with other limits.
Result<Trained> train_auto(const Dataset& data, const TrainRequest& request, const TrainObserver& observer,
                           const AutoWork& most);

/// The request with the learner that `ran` was trained by, so that other rows are trained alike.
TrainRequest settled(TrainRequest request, const Trained& ran);

}  // namespace halfspace
