// Is the data of an objective separable? Asked before objectives that have no optimum on one side of the answer: a hard
// margin needs a separator, a likelihood without a penalty must have none.
#pragma once

#include "base/stop.hpp"
#include "feature/learner_rows.hpp"
#include "train/objective/linear_run.hpp"
#include "train/train.hpp"

namespace halfspace {

/// Two classes of rows: `features` are those of `data`, unscaled.
struct LinearQuestion {
  const Dataset& data;
  const Dataset& features;
  const FeatureMap& map;
  const std::vector<std::int8_t>& y;
  const TrainRequest& request;
};

/// The decision, where the digits of the data can be looked at; else nothing.
Separability ask_separability(const LinearQuestion& question, const StopToken& stop);

/// Are `count` of the columns combinations of the others, by the digits of the data? False where they cannot be looked
/// at.
bool exactly_dependent(const LinearQuestion& question, std::size_t count, const StopToken& stop);

/// The run of an objective without an optimum, for that reason; nothing where one may exist.
std::optional<LinearRun> without_optimum(const LinearQuestion& question, const StopToken& stop, Separability& known);

}  // namespace halfspace
