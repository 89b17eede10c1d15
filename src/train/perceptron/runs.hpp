// The runs behind a model: one for two classes and for argmax, one a class for one-vs-rest.
#pragma once

#include <string>
#include <vector>

#include "train/perceptron/race.hpp"
#include "train/targets.hpp"
#include "train/train.hpp"

namespace halfspace {

/// Which way to many classes: none for two, else argmax where the steps allow it. Errors: argmax with other steps.
Result<Multiclass> choose_multiclass(const TrainRequest& request, const Targets& targets);

struct Runs {
  std::vector<PerceptronResult> results;  // in the order of the model's outputs
  std::vector<Separability> known;        // of the data of each
};

Result<Runs> run_all(const RaceGround& ground, const Targets& targets, Multiclass multiclass,
                     const PerceptronObserver& observer);

/// Work summed; the status of the run that came least far.
PerceptronResult combined(std::vector<PerceptronResult>& runs);

}  // namespace halfspace
