// Where a few passes of dual coordinate descent lead: a start for solvers of the hinge.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

struct DualStart {
  std::vector<double> v;
  std::vector<double> alpha;  // 0 <= α_i <= C_i
};

DualStart start_from_passes(const Design& z, std::uint64_t seed, std::uint64_t passes);

}  // namespace halfspace
