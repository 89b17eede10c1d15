// A run's mistakes over time: updates in each pass, and their sum against a bound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

/// Updates of one pass; passes ascend, those without updates may be absent.
struct PassUpdates {
  std::uint64_t pass = 0;  // from 1
  std::uint64_t updates = 0;
};

/// `passes` in all; `bound` is how many updates the run can have at most, where that is known. Many passes share bars.
Figure mistakes_plot(const std::vector<PassUpdates>& updates, std::uint64_t passes, std::optional<double> bound);

}  // namespace halfspace::plot
