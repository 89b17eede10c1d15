// The runs behind a model: one for two classes and for argmax, one a class for one-vs-rest.
#pragma once

#include <string>
#include <vector>

#include "train/targets.hpp"
#include "train/train.hpp"

namespace halfspace {

/// Which way to many classes: "" for two, else argmax where the steps allow it. Errors: argmax with other steps.
Result<std::string> choose_multiclass(const TrainRequest& request, const Targets& targets);

/// Results in the order of the model's outputs. `options` are resolved.
Result<std::vector<PerceptronResult>> run_all(const Dataset& rows, const Targets& targets,
                                              const std::string& multiclass, const PerceptronOptions& options,
                                              const TrainRequest& request, const PerceptronObserver& observer);

/// Work summed; the status of the run that came least far.
PerceptronResult combined(std::vector<PerceptronResult>& runs);

}  // namespace halfspace
