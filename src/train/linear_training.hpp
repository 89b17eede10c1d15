// From solved runs to what a training run says.
#pragma once

#include "train/linear_multiclass.hpp"

namespace halfspace {

/// `trained.linear` holds the runs: the model of them, its settings, report and status.
Trained concluded(Trained trained, const LinearGround& ground);

}  // namespace halfspace
