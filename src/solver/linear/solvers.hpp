// The solvers of linear models. Each leaves its best proven answer in the watch.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/linear/design.hpp"
#include "solver/linear/watch.hpp"

namespace halfspace {

void solve_newton(const Design& z, Watch& watch);
void solve_trust_newton(const Design& z, Watch& watch);
void solve_interior_point(const Design& z, Watch& watch);
void solve_dual_cd(const Design& z, std::uint64_t seed, Watch& watch);
void solve_firth(const Design& z, Watch& watch);
void solve_cd(const Design& z, Watch& watch);
void solve_sgd(const Design& z, std::uint64_t passes, Watch& watch);

/// Returns the loss curve.
std::vector<double> solve_gd(const Design& z, std::uint64_t rounds, double fixed_step, Watch& watch);

}  // namespace halfspace
