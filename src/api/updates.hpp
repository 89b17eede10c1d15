// A caller's view of a perceptron's updates.
#pragma once

#include <functional>

#include "api/watching.hpp"
#include "data/dataset.hpp"
#include "halfspace/trace.hpp"
#include "train/train.hpp"

namespace halfspace::api {

using Seen = std::function<bool(const TraceStep&)>;

/// The observer with every update shown to `seen`, whose false ends the run. An empty one is not called. All arguments
/// must outlive the run.
TrainObserver showing(TrainObserver observer, const Dataset& data, const Seen& seen, const Watching& watching);

}  // namespace halfspace::api
