// Multipliers of a machine whose feature space is small beside its rows, that of a linear kernel or of a polynomial of a
// few columns, from the solvers with weights: the dual is the same. Pairs of multipliers (smo.hpp) take very many steps
// where C is large: each moves along one direction of weights that all rows share.
#pragma once

#include <optional>

#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {

/// What train_linear() came to, its multipliers within their box and of sum 0 where `box` asks for that, but for
/// rounding. Nothing where pairs of multipliers are for the choice, were chosen, or it found no multipliers.
std::optional<LinearResult> by_weights(const LinearProblem& problem, const LinearOptions& options,
                                       const KernelChoices& kernel, const BoxProblem& box, unsigned threads,
                                       const LinearObserver& observer);

}  // namespace halfspace
