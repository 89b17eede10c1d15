// The words of a picture of rows: legend, notes, title, description.
#pragma once

#include <vector>

#include "plot/model_plot.hpp"

namespace halfspace::plot {

/// What the columns without an axis are held at.
void add_held(const Model& m, const Dataset& data, const std::vector<ColumnRange>& ranges, DataPlot& p);

/// Legend, notes, title and description of a drawing whose panel, separators and held columns are there.
void add_captions(const Model& m, DataPlot& p);

}  // namespace halfspace::plot
