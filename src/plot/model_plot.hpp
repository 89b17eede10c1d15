// Pictures of a model: its rows with the boundary, and its weights.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"
#include "model/scorer.hpp"
#include "plot/model_slice.hpp"
#include "plot/scene.hpp"

namespace halfspace::plot {

/// The lines score = level through the closest rows of a class.
struct MarginLine {
  double level = 0;
  std::vector<Polyline> lines;
};

/// A picture of rows with what it shows as numbers.
struct DataPlot {
  Figure figure;
  Chosen columns;
  std::uint64_t held = 0;  // columns held at their mean
  Counts counts;
  std::optional<double> margin;  // least distance of a row from the separator, where the model separates the rows
  std::vector<Polyline> boundary;
  std::vector<MarginLine> margin_lines;
};

/// Rows over the columns x and y (names, or numbers from 1; "" chooses), the boundary, and what is wrong.
/// `y` are the signs of the rows and `score` their scores. Errors: choose_columns', and bad_data for no rows, a model
/// without columns, or values too far apart to draw.
Result<DataPlot> data_plot(const Model& model, const Dataset& data, std::span<const double> score,
                           std::span<const std::int8_t> y, const std::string& x_column, const std::string& y_column);

/// Bars of the `most` largest weights by size, the bias apart. Error: a model without columns.
Result<Figure> weights_plot(const Model& model, std::size_t most = 30);

}  // namespace halfspace::plot
