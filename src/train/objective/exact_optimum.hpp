// The optimal multipliers of a support vector machine, exactly: rows, C and weights are taken as the decimals they
// print as (exact/box_program.hpp does the work). Rows whose margin is clearly off 1 stay where they are and are held
// against the answer afterwards, by intervals.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "solver/kernel/active_box.hpp"
#include "solver/kernel/box_of.hpp"

namespace halfspace {

struct ExactOptimum {
  std::vector<Rational> alpha;    // of each row, in the units of box_of()
  std::optional<Rational> level;  // the bias, where it is free
  SupportCounts counts;
  std::vector<Integer> direction;  // no hard margin: λ >= 0, Σ λ_i y_i Φ(x_i) = 0 (free bias: Σ λ_i y_i = 0)
  bool exists() const { return direction.empty(); }
};

/// What an exact search may cost.
struct ExactLimits {
  std::size_t most_rows = 0;  // in play
  StopToken stop = {};
};

/// From the answer of settle_box(). Nothing where kernel values are not rational, or the limits are met.
std::optional<ExactOptimum> exact_optimum(const LinearProblem& problem, const LinearOptions& options,
                                          const KernelChoices& kernel, const BoxProblem& q,
                                          const ActiveBoxAnswer& answer, const ExactLimits& limits);

}  // namespace halfspace
