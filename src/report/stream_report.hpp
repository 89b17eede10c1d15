// The answer of a run over a stream, for people and as JSON.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "report/lines.hpp"
#include "train/train.hpp"

namespace halfspace {

Json stream_train_json(const Dataset& data, const TrainRequest& request, const Trained& trained,
                       const std::optional<Counts>& test);
std::string stream_train_text(const Dataset& data, const TrainRequest& request, const Trained& trained,
                              const std::optional<Counts>& test, const std::string& test_name);

/// What a model keeps of such a run.
Json stream_settings(const StreamTraining& run);
void add_stream(Json& out, const StreamTraining& run);

}  // namespace halfspace
