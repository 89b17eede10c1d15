// One objective of two classes (or one of all classes) from rows to a run, with whatever solver its choices ask for.
#pragma once

#include "train/objective/linear_question.hpp"

namespace halfspace {

/// Two classes: `learned` are the rows as the solver sees them, `weight` the c_i.
struct LinearJob {
  std::string label;  // of the run
  LinearQuestion question;
  const Dataset& learned;
  const std::vector<double>& weight;
  std::optional<LinearStart> start = {};  // in the units of `learned`
};

/// Errors: those of the solver, with the source's name.
Result<LinearRun> solve(const LinearJob& job, const LinearObserver& observer);

/// The solver's error about its data, with the names of the data and of its columns.
Error with_names(Error error, const LinearProblem& problem, const LinearOptions& o, const FeatureMap& map,
                 const TrainRequest& request);

}  // namespace halfspace
