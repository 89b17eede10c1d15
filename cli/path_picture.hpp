// The picture of a path.
#pragma once

#include "plot/path_plot.hpp"
#include "select/path_training.hpp"

namespace halfspace::cli {

/// Weights in original units. Error (usage): fewer than two points.
Result<plot::Figure> path_figure(const PathTraining& path);

}  // namespace halfspace::cli
