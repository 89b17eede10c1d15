// From solved runs to what a training run says.
#pragma once

#include "train/objective/linear_multiclass.hpp"

namespace halfspace {

/// `trained.linear()` has the runs: the model of them and their status. `features` are what they
/// learned from in place of the rows; their support is taken. Counts and statistics are left out where `stop` ends
/// them.
Trained concluded(Trained trained, const LinearGround& ground, const StopToken& stop,
                  KernelApproximation* features = nullptr);

/// Did the time, a signal or a number of rounds end the run, wherever it was?
inline bool ended_by_limit(Status status) {
  return status == Status::timeout || status == Status::interrupted || status == Status::rounds;
}

}  // namespace halfspace
