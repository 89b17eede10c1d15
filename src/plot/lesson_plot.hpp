// Pictures that courses draw of a model: the neuron, its activation, losses against the margin, and the pocket's error.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

struct NeuronInput {
  std::string column;
  double weight = 0;
};

/// Inputs with their weights, the sum, the threshold; of very many inputs the largest weights. `bias`: nothing where
/// the model has none. `labels` are those of +1 and -1.
Figure neuron_plot(const std::vector<NeuronInput>& inputs, std::optional<double> bias,
                   const std::array<std::string, 2>& labels);

/// A row as a curve sees it: its score or margin, and its label +1 or -1.
struct CurveRow {
  double at = 0;
  int y = 1;
};

/// A named curve that courses draw, as points.
struct NamedCurve {
  std::string name;
  Polyline line;
};

/// Curves one above the other, over the scores of the rows, each with the rows on it. `values[k]` are those of the rows
/// on curve k.
Figure activation_plot(const std::vector<NamedCurve>& curves, const std::vector<CurveRow>& rows,
                       const std::vector<std::vector<double>>& values, const std::array<std::string, 2>& labels);

/// Losses over the margin, the rows on the loss number `own` at the heights `values`.
Figure losses_plot(const std::vector<NamedCurve>& losses, std::size_t own, const std::vector<CurveRow>& rows,
                   const std::vector<double>& values, const std::array<std::string, 2>& labels);

/// Mistakes of the weights after each update, and the fewest so far; the first entry is that of the start.
Figure pocket_plot(const std::vector<std::uint64_t>& mistakes, std::uint64_t rows);

}  // namespace halfspace::plot
