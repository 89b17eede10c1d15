// How many multipliers of the optimum are above 0 and how many at their cap, proven by intervals.
#pragma once

#include <optional>

#include "base/stop.hpp"
#include "solver/kernel/active_box.hpp"
#include "solver/kernel/box_problem.hpp"

namespace halfspace {

/// The counts of the optimum for the decimals that rows, caps and parameters stand for. Nothing where some condition
/// is too near to equality for long double, as it is where the optimal α is not unique. Asks `stop`
/// and throws Stopped.
std::optional<SupportCounts> certified_counts(const BoxProblem& q, const WideKernel& kernel,
                                              const ActiveBoxAnswer& answer, const StopToken& stop = {});

}  // namespace halfspace
