// What a linear problem must be before a solver sees it.
#pragma once

#include <span>
#include <string>

#include "halfspace/result.hpp"
#include "solver/linear/options.hpp"
#include "solver/linear/problem.hpp"

namespace halfspace {

/// Sizes fit, weights are in [0, inf), numbers finite, both classes there, squares and their sums within doubles.
/// Errors name columns by `names`, or by number.
Result<void> check_linear_problem(const LinearProblem& problem, const LinearOptions& options,
                                  std::span<const std::string> names = {});

}  // namespace halfspace
