// An optimum found on shifted columns, in original units: of the columns as they are.
#pragma once

#include <span>

#include "solver/linear/linear.hpp"

namespace halfspace {

/// b - w.c is rounded: `r` becomes the objective of the answer in original units, against the same bound; where x - c was
/// rounded too (not `exact`) against the one that its α prove there. `bounded`: without a dual its gap is one all the
/// same.
void recheck_in_original_units(const LinearProblem& problem, const LinearOptions& options, bool exact, bool bounded,
                               LinearResult& r);

/// The same where the answer as it is told, (w, b) of the columns as they are, has the bias `b` in the columns that
/// `problem` has, which r.w belongs to. r.b stays.
void recheck_at_bias(const LinearProblem& problem, const LinearOptions& options, double b, bool bounded,
                     LinearResult& r);

/// b + w.c, rounded once or so.
double moved_bias(double b, std::span<const double> w, std::span<const double> c);

}  // namespace halfspace
