// Pictures of a perceptron's run over two features: boundaries of successive updates, one update as vectors, the steps
// of an animation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

/// w_1, w_2, b
using Weights2 = std::array<double, 3>;

struct RunUpdate {
  std::uint64_t visit = 0;
  std::uint64_t pass = 0;
  std::size_t row = 0;
  double multiplier = 1;  // w := w + c y x
  Weights2 before{}, after{};
};

/// Rows with the label +1 or -1 and their line in the text.
struct RunRow {
  Point x;
  int y = 1;
  std::uint64_t line = 0;
};

struct PlaneRun {
  std::vector<RunRow> rows;
  std::vector<RunUpdate> updates;     // at least one
  Axis x, y;                          // of the rows
  std::array<std::string, 2> labels;  // of +1 and -1
};

/// Every boundary after an update, later ones in stronger colours, the last one bold.
Figure boundaries_plot(const PlaneRun& run);

/// Update k (from 0) as vectors in the plane of the weights: w, c y x, and their sum.
Figure update_plot(const PlaneRun& run, std::size_t k);

/// Update k as a step of an animation: rows with the boundary before and after, and below the vectors.
Figure step_plot(const PlaneRun& run, std::size_t k);

}  // namespace halfspace::plot
