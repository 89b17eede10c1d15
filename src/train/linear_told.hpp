// An optimum found on shifted columns, as it is told: of the columns as they are.
#pragma once

#include "solver/linear/linear.hpp"

namespace halfspace {

/// b - w.c is rounded: `r` becomes the objective of the answer as told, against the same bound. `bounded`: without a
/// dual its gap is one all the same.
void prove_as_told(const LinearProblem& problem, const LinearOptions& options, bool bounded, LinearResult& r);

}  // namespace halfspace
