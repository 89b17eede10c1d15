// From runs to a model: weights in original units, support rows, votes.
#pragma once

#include <string>
#include <vector>

#include "feature/learner_rows.hpp"
#include "train/targets.hpp"
#include "train/train.hpp"

namespace halfspace {

/// What every model says of its data: classes, features, the form of the text.
Model described(const Dataset& data, const LearnerRows& rows, const Targets& targets);

/// The model of these runs.
Model assemble(const Dataset& data, const LearnerRows& rows, const Targets& targets, Multiclass multiclass,
               const PerceptronChoices& options, const std::string& preset, std::vector<PerceptronResult>& runs);
Model assemble(const Dataset& data, const LearnerRows& rows, const Targets& targets, Algorithm algorithm,
               Multiclass multiclass, const LinearRequest& request, const std::vector<LinearRun>& runs);

}  // namespace halfspace
