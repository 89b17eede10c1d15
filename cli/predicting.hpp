// Rows scored by a model, as one call of predict asks for it.
#pragma once

#include <cstdint>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "flags.hpp"
#include "model/model.hpp"
#include "report/predictions.hpp"

namespace halfspace::cli {

struct PredictCall {
  const Args& args;
  const Model& model;
  PredictionColumns columns;
  double threshold = 0.5;
  unsigned threads = 1;
};

/// Labels, scores and probabilities of the rows, the first of which is number `first` of its text. Errors (bad_data): a
/// level that the model does not know, a score that is not finite.
Result<PredictedRows> predicted_rows(const PredictCall& call, const Dataset& rows, std::uint64_t first = 0,
                                     const StopToken& stop = {});

}  // namespace halfspace::cli
