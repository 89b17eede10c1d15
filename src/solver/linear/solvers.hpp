// The solvers of linear models that others hand over to (list.hpp has all). Each reports itself to the run, and
// leaves its best proven answer there.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/linear/design.hpp"
#include "solver/linear/solver_run.hpp"

namespace halfspace {

/// Fits without a penalty end where λ^2 = g.H^-1 g is below this: every coordinate is within 1e-9 of its standard
/// error.
inline constexpr double rest_square = 1e-18;

void solve_newton(const Design& z, std::uint64_t seed, SolverRun& run);

/// Hinge. False when it does not come within the tolerance, which ends with large C or bad conditioning.
bool solve_smooth_hinge(const Design& z, std::uint64_t seed, SolverRun& run);

void solve_trust_newton(const Design& z, SolverRun& run);

/// False when `products` with the Hessian were not enough.
bool try_trust_newton(const Design& z, std::uint64_t products, SolverRun& run);

void solve_interior_point(const Design& z, SolverRun& run);

/// Hinge and L2. False when its steps do not come within the tolerance.
bool solve_augmented_lagrangian(const Design& z, std::uint64_t seed, SolverRun& run);

/// False when `passes` (0: as many as it takes) were not enough.
bool solve_dual_cd(const Design& z, std::uint64_t seed, std::uint64_t passes, SolverRun& run);

/// False as soon as the gaps seen promise no answer within `passes`.
bool try_dual_cd(const Design& z, std::uint64_t seed, std::uint64_t passes, SolverRun& run);

/// Hard margin. False when the search does not settle.
bool solve_hard_margin(const Design& z, SolverRun& run);

/// Hard margin, large sparse data.
void solve_hard_multipliers(const Design& z, SolverRun& run);

void solve_firth(const Design& z, SolverRun& run);

}  // namespace halfspace
