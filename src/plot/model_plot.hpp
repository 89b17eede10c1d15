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
#include "plot/model_choice.hpp"
#include "plot/scene.hpp"

namespace halfspace::plot {

/// The lines score = level through the closest rows of a class.
struct MarginLine {
  double level = 0;
  std::vector<Polyline> lines;
};

/// A model to draw, with its scores of the rows and the class of each as the model numbers them.
struct DrawnModel {
  std::string name;  // told where several are drawn
  const Model& model;
  std::vector<std::uint32_t> truth;
  std::vector<double> score;
};

/// A model's boundary, with what the model makes of the rows.
struct Separator {
  std::string name;
  Counts counts;
  std::optional<double> margin;  // least distance of a row from a straight boundary that separates the rows
  bool flat = false;             // the score does not depend on the columns drawn
  std::vector<Polyline> boundary;
};

/// What the rows marked as `support` are: see carriers().
enum class Carries { nothing, support, within_margin };

/// A picture of rows with what it shows as numbers.
struct DataPlot {
  Figure figure;
  std::uint64_t most_on_one_place = 0;  // rows
  std::uint64_t outside = 0;            // rows so far out that they are drawn at the edge
  Carries carrying = Carries::nothing;
  Chosen columns;
  std::uint64_t held = 0;                                        // columns held at their mean
  std::vector<std::pair<std::string, std::string>> held_levels;  // columns of texts with the level they are held at
  std::string held_text;                                         // both in words, "" for none
  bool affine = false;                                           // the first model has one straight boundary
  std::vector<Separator> separators;                             // of each model
  std::vector<MarginLine> margin_lines;
};

/// Rows over the columns x and y (names, or numbers from 1; "" chooses), the boundary of each model, and what the first
/// (there must be one) takes for what. The others must have its columns and classes: check_comparable(). Errors:
/// choose_columns', and bad_data for no rows, a model without columns, or values too far apart to draw.
Result<DataPlot> data_plot(std::span<const DrawnModel> models, const Dataset& data, const std::string& x_column,
                           const std::string& y_column, unsigned threads);

/// Can both models score the same rows, and choose among the same classes? Error (bad_data): what differs; `name` and
/// `first_name` are for messages.
Result<void> check_comparable(const Model& first, const std::string& first_name, const Model& other,
                              const std::string& name);

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

/// Bars of the `most` largest weights by size, and apart from them the bias where it is wanted; with several classes a
/// group a class, of at least three. Error: a model without columns, or with a kernel, which has no weights.
Result<WeightsPlot> weights_plot(const Model& model, std::size_t most = 30, bool with_bias = true);

/// Of two classes +1 has the first style, of more each class its own.
unsigned style_of(const Model& m, std::size_t k);

/// For the boundary of model 0, 1, ...: colours go on where those of the classes end.
Pen line_pen(const Model& first, unsigned number);

/// The learner in a few words: "perceptron with rbf kernel".
std::string learner_text(const Model& model);

}  // namespace halfspace::plot
