// The calibration of a run that learn() made.
#pragma once

#include "select/learn.hpp"

namespace halfspace {

/// Runs on folds of the rows, held-out scores and the map that fits them, which becomes the model's.
Result<CalibrationReport> fit_calibration(const Dataset& data, const LearnPlan& plan, Trained& t,
                                          const FitObserver& observer);

}  // namespace halfspace
