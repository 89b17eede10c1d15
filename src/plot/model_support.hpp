// Which of the drawn rows carry a model: support vectors.
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "plot/model_plot.hpp"

namespace halfspace::plot {

struct Carriers {
  Carries kind = Carries::nothing;
  std::vector<bool> row;  // empty, or of each row
};

/// Do score lines at -1 and +1 mean the margin: a linear SVM of two classes whose bias calibration did not move?
bool has_unit_margin(const Model& m);

/// A kernel model: the rows whose features equal those of a support row of their own class (of several classes: of
/// any). A linear SVM of two classes: rows with y s <= 1, on or within the margin; they are its support vectors where
/// these are the rows it was trained on and its report counts as many. Nothing for other models, Nystrom and Fourier
/// features.
Carriers carriers(const DrawnModel& drawn, const Dataset& data);

}  // namespace halfspace::plot
