// A regularisation path: the weights along lambda, and the cross-validated metric below.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

struct PathLine {
  std::string column;
  std::vector<double> w;  // of each point
};

struct PathPicture {
  std::string title;
  std::string variable;         // "lambda" or "C"
  std::vector<double> at;       // its values, the heaviest penalty first
  std::vector<PathLine> lines;  // those with the largest weights, largest first
  std::size_t columns = 0;      // of the data
  std::vector<std::size_t> nonzero;
  std::string metric;  // "" without cross-validation
  std::vector<double> mean;
  std::vector<double> error;
  std::optional<std::size_t> best;
  std::optional<std::size_t> one_se;
  std::string note;
};

/// At least two points.
Figure path_plot(const PathPicture& picture);

}  // namespace halfspace::plot
