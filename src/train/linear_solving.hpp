// One objective of two classes (or one of all classes) from rows to a run, with whatever solver its choices ask for.
#pragma once

#include "train/linear_question.hpp"

namespace halfspace {

/// Two classes: `learned` are the rows as the solver sees them, `weight` the c_i.
struct LinearJob {
  std::string label;  // of the run
  LinearQuestion question;
  const Dataset& learned;
  const std::vector<double>& weight;
};

/// Errors: those of the solver, with the source's name.
Result<LinearRun> solve(const LinearJob& job, const LinearObserver& observer);

/// The error with the name of the data before its place.
Error of_source(Error error, const TrainRequest& request);

}  // namespace halfspace
