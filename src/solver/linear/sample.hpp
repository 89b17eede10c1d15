// A start for a solver whose steps cost a pass over many rows of few columns: the answer for a sample of the rows, each
// standing for the rows left out. Roughly solved it lies within the last few steps of Newton's method.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/rng.hpp"
#include "solver/linear/design.hpp"
#include "solver/linear/solver_run.hpp"

namespace halfspace {

inline constexpr std::size_t sample_share = 8;  // one row in 8

/// Rows from which a start from a sample pays: 10 sampled ones a column, of many rows 4 where the curvature has no jumps.
inline std::size_t rows_for_a_sample(const Design& z) {
  constexpr std::size_t many = 2000;
  const std::size_t usual = sample_share * 10 * z.dims();
  if (!is_likelihood(z.loss())) return usual;
  return std::min(usual, std::max(many, sample_share * 4 * z.dims()));
}

/// v of the sample, or the best point there is already, or the start asked for; nothing where the rows are too few for
/// one to pay. `solve(sample, run)` solves it.
template <class Solve>
std::optional<std::vector<double>> start_from_sample(const Design& z, std::uint64_t seed, const SolverRun& run,
                                                     Solve solve) {
  constexpr double tol = 1e-2;
  if (!run.answer.v.empty()) return run.answer.v;
  if (!run.start.empty()) return run.start;
  if (!z.penalised() || z.n() < rows_for_a_sample(z)) return std::nullopt;
  Rng rng(seed, Stream::start);
  const Design sample = z.sample(sample_share, rng);
  if (sample.n() == 0) return std::nullopt;
  const LinearOptions options = run.options_for_part(tol);
  LinearObserver silent;
  silent.stop = run.stop_token();
  SolverRun of_sample(sample, options, silent);
  solve(sample, of_sample);
  if (of_sample.answer.v.empty()) return std::nullopt;
  return of_sample.answer.v;
}

}  // namespace halfspace
