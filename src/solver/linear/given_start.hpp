// A run that begins at a given point v. First the point is proven, with
//
//   α_i = -C_i loss'(m_i), m = Z v,   or given α_i, cut to 0 <= α_i <= -C_i least_slope
//
// balanced under a free bias and brought into the ball of L1; without a penalty the curvature at v bounds its gap. Where
// the gap is within the tolerance the run ends there, after one pass; else the solver begins there.
#pragma once

#include <span>
#include <vector>

#include "solver/linear/linear.hpp"
#include "solver/linear/proof.hpp"
#include "solver/linear/solver_run.hpp"

namespace halfspace {

/// May a run with these options have a start? Not with T rounds from w = 0, a hard margin or Firth's penalty. Error
/// (usage).
Result<void> takes_start(const LinearOptions& options);

/// Is the start within the tolerance, and so the run's answer? Else `run` has it for its solver.
bool ends_at_start(const LinearProblem& problem, const Design& z, const LinearOptions& options,
                   const LinearStart& start, SolverRun& run);

/// What v proves beside these α of the problem's rows, cut, balanced and brought into the ball as those of a start are.
Proof proof_of(const Design& z, const LinearOptions& options, std::span<const double> v,
               const std::vector<double>& alpha);

}  // namespace halfspace
