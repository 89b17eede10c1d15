// Working sets for many rows (block_smo.hpp): they come near the optimum without a cache; scores in doubles of all rows
// follow them and prove the end.
#pragma once

#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/box_scores.hpp"

namespace halfspace {

inline constexpr std::size_t rows_of_a_block = 512;

/// A kernel whose scores follow cheaply, caps or ridges on all rows, a free bias or none.
bool fits_blocks(const BoxProblem& q, const BoxScores& scores);

/// From the multipliers of `scores`; `begun` as scale_of() takes it. True when that ends the run, false where other
/// steps are to go on from there.
template <class T>
bool solve_in_blocks(const BoxProblem& q, const BoxOptions& options, double begun, std::size_t block, BoxScores& scores,
                     BoxSolution& out);

}  // namespace halfspace
