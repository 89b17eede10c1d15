// True classes against predicted ones.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

/// A cell for each pair of classes, true ones down and predicted ones across, as full as its share of the rows of its
/// true class. `counts` is labels x labels, row after row.
Figure confusion_plot(const std::string& title, const std::string& note, const std::vector<std::string>& labels,
                      std::span<const std::uint64_t> counts);

}  // namespace halfspace::plot
