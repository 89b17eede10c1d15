// What the pictures of a run and of a model's parts show, as members of `plot --json`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "plot/lesson_plot.hpp"
#include "plot/run_plot.hpp"

namespace halfspace {

/// Updates with their rows (from 0), lines, multipliers and weights.
Json run_plot_json(const plot::PlaneRun& run);

/// Mistakes after each update, that of the start first, the fewest and where.
Json pocket_plot_json(const std::vector<std::uint64_t>& mistakes);

Json neuron_plot_json(const std::vector<plot::NeuronInput>& inputs, std::optional<double> bias);

/// `name` (scores, margins) of the rows, and `values` on the curves.
Json curve_rows_json(const char* name, const std::vector<plot::CurveRow>& rows,
                     const std::vector<plot::NamedCurve>& curves, const std::vector<std::vector<double>>& values);

}  // namespace halfspace
