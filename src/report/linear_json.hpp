// Runs of logistic regression and support vector machines as JSON.
#pragma once

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "train/objective/linear_run.hpp"

namespace halfspace {

/// solver, rounds, primal, dual, gap, ... of one run, numbers of the objective in the form asked for; of more runs their
/// sums with a list `runs`.
Json linear_json(const LinearTraining& all, const Dataset& data);

}  // namespace halfspace
