// What a model's file keeps of the run that made it: its settings, and the report of what came of them.
#pragma once

#include "data/dataset.hpp"
#include "select/learn.hpp"

namespace halfspace {

/// Fills in `settings` and `report` of the model, before it is written or shown. `data` are the rows learned from.
void describe_run(Trained& trained, const Dataset& data);

/// The same, with the calibration and which rows were kept apart.
void describe_run(Learned& learned, const Dataset& data);

}  // namespace halfspace
