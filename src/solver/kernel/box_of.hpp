// The quadratic programs of support vector machines (solver/kernel/kernel_svm.hpp), in the form of box_problem.hpp.
#pragma once

#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {

/// Hinge, squared hinge and modified Huber loss; nu-SVC in the units Σ α = ν n. Errors (usage): ν beyond what the
/// smaller class has.
Result<BoxProblem> box_of(const LinearProblem& problem, const LinearOptions& options, const KernelChoices& kernel);

}  // namespace halfspace
