// Where a few passes of dual coordinate descent lead: a start for solvers of the hinge.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

struct DualStart {
  std::vector<double> v;
  std::vector<double> alpha;  // 0 <= α_i <= C_i
};

DualStart start_from_passes(const Design& z, std::uint64_t seed, std::uint64_t passes);

/// The hard margin of these rows.
Design hard_margin(const Matrix& x, std::span<const std::int8_t> y, Bias bias, unsigned threads, StopToken stop);

/// Of the hard margin, a point with every row on its positive side, soon after the first pass that met none on the wrong
/// one. Nothing when `most` passes led to no such point, mistakes no longer become fewer, or the design's token ends the run.
std::optional<DualStart> start_that_separates(const Design& z, std::uint64_t seed, std::uint64_t most);

}  // namespace halfspace
