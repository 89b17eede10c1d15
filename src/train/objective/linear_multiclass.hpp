// Two classes and many: which objectives there are, and one run for each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feature/learner_rows.hpp"
#include "train/objective/linear_run.hpp"
#include "train/targets.hpp"
#include "train/train.hpp"

namespace halfspace {

/// Which way to many classes: none for two, else one-vs-rest unless asked otherwise. Sets the bias that crammer-singer
/// needs. Error (usage): a way that does not go with the other choices.
Result<Multiclass> choose_linear_multiclass(TrainRequest& request, const Targets& targets);

/// Does what is kept of every run, or of every row and class, fit in request.memory_bytes? An Error (bad_data) else.
Result<void> check_multiclass_memory(Multiclass multiclass, std::uint64_t rows, std::uint64_t classes,
                                     const TrainRequest& request);

struct LinearGround {
  const Dataset& data;
  const LearnerRows& rows;
  const Targets& targets;
  const std::vector<double>& weight;  // c_i; empty: all 1
  const TrainRequest& request;
};

/// One run for all classes.
Result<LinearRun> solve_jointly(const LinearGround& ground, Multiclass multiclass, const LinearObserver& observer);

/// In the order of the model's weight vectors: one run for two classes and for joint objectives, one a class, or one a
/// pair of classes (0 1), (0 2), ..., (1 2), ..., the class that sorts first being +1.
Result<std::vector<LinearRun>> solve_all(const LinearGround& ground, Multiclass multiclass,
                                         const LinearObserver& observer);

}  // namespace halfspace
