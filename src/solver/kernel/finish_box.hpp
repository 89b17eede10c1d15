// The end of a run on a BoxProblem: the active set method in long double, and a proof by scores in long double or,
// where those do not carry it, in Quad.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "solver/kernel/box_problem.hpp"

namespace halfspace {

inline constexpr double work_of_a_stalled_run = 6e9;  // multiply-adds: seconds
inline constexpr double work_of_any_run = 3e7;        // ... milliseconds

/// Takes α to the optimum and counts its support where that costs at most `work` multiply-adds; α stays where that
/// does not lower the gap.
void finish_box(const BoxProblem& q, const BoxOptions& options, double work, BoxSolution& s);

/// What scores are summed in; quad: of kernels that has_quad_scores() knows.
enum class ScoreDigits { wide, quad };

/// s.f, levels (the best, where they are not given), dual and gap of these α by scores in these numbers. Asks `stop`
/// and throws Stopped, with s as it was.
void judge_wide(const BoxProblem& q, std::vector<double> alpha, unsigned threads, BoxSolution& s,
                const std::optional<std::array<double, 2>>& level = std::nullopt, const StopToken& stop = {},
                ScoreDigits digits = ScoreDigits::wide);

}  // namespace halfspace
