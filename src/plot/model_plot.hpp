// Pictures of a model: its rows with the boundary, and its weights.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/dataset.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"
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
  std::uint64_t held = 0;                                        // columns held at their mean
  std::vector<std::pair<std::string, std::string>> held_levels;  // columns of texts with the level they are held at
  std::string held_text;                                         // both in words, "" for none
  bool affine = false;                                           // one straight boundary
  Counts counts;
  std::optional<double> margin;  // least distance of a row from the separator, where the model separates the rows
  std::vector<Polyline> boundary;
  std::vector<MarginLine> margin_lines;
};

/// Rows with the class of each, and model.outputs() scores of each.
struct ScoredRows {
  const Dataset& data;
  std::span<const std::uint32_t> truth;
  std::span<const double> score;
};

/// Rows over the columns x and y (names, or numbers from 1; "" chooses), the boundary, and what is wrong. Errors:
/// choose_columns', and bad_data for no rows, a model without columns, or values too far apart to draw.
Result<DataPlot> data_plot(const Model& model, const ScoredRows& rows, const std::string& x_column,
                           const std::string& y_column, unsigned threads);

/// A bar of a weight; `label` is "" for two classes.
struct WeightBar {
  std::string label;
  std::string column;
  double weight = 0;
};

struct WeightsPlot {
  Figure figure;
  std::vector<WeightBar> bars;
};

/// Bars of the `most` largest weights by size, the bias apart; with several classes a group a class, of at least three.
/// Error: a model without columns, or with a kernel, which has no weights.
Result<WeightsPlot> weights_plot(const Model& model, std::size_t most = 30);

/// The learner in a few words: "perceptron with rbf kernel".
std::string learner_text(const Model& model);

}  // namespace halfspace::plot
