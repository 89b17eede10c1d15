// An optimum found on shifted columns, in original units: of the columns as they are.
#pragma once

#include "solver/linear/linear.hpp"

namespace halfspace {

/// b - w.c is rounded: `r` becomes the objective of the answer in original units, against the same bound; where x - c was
/// rounded too (not `exact`) against the one that its α prove there. `bounded`: without a dual its gap is one all the
/// same.
void recheck_in_original_units(const LinearProblem& problem, const LinearOptions& options, bool exact, bool bounded,
                               LinearResult& r);

}  // namespace halfspace
