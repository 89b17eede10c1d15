// The objective after each round of a solver.
#pragma once

#include <span>
#include <string>

#include "plot/scene.hpp"

namespace halfspace::plot {

/// `objective` before each round and at the end, finite, at least one value. The axis is logarithmic where the values
/// differ by more than a factor of 20. `note` goes below.
Figure loss_plot(std::span<const double> objective, const std::string& note);

}  // namespace halfspace::plot
