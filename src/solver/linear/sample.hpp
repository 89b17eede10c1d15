// A start for a solver whose steps cost a pass over many rows of few columns: the answer for a sample of the rows, each
// standing for the rows left out. Roughly solved it lies within the last few steps of Newton's method.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.hpp"
#include "solver/linear/design.hpp"
#include "solver/linear/watch.hpp"

namespace halfspace {

/// v of the sample, nothing where the rows are too few for one to pay. `solve(sample, watch)` solves it.
template <class Solve>
std::optional<std::vector<double>> start_from_sample(const Design& z, std::uint64_t seed, const Watch& watch,
                                                     Solve solve) {
  constexpr std::size_t share = 8;        // of the rows
  constexpr std::size_t per_column = 10;  // sampled rows
  constexpr double tol = 1e-2;
  if (!z.penalised() || z.n() < share * per_column * z.dims()) return std::nullopt;
  Rng rng(seed, Stream::start);
  const Design sample = z.sample(share, rng);
  if (sample.n() == 0) return std::nullopt;
  const LinearOptions options = watch.options_for_part(tol);
  const LinearObserver silent;
  Watch of_sample(sample, options, silent);
  solve(sample, of_sample);
  if (of_sample.v.empty()) return std::nullopt;
  return of_sample.v;
}

}  // namespace halfspace
