// What a training run says: as lines for people and as JSON for programs.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "train/train.hpp"

namespace halfspace {

/// The members of `train --json` between the head and the seconds.
Json train_json(const Dataset& data, const TrainRequest& request, const Trained& trained,
                const std::optional<Counts>& test);

/// The report for people. `source` names the data, `holdout` says how the test rows came to be.
std::string train_text(const Dataset& data, const TrainRequest& request, const Trained& trained,
                       const std::optional<Counts>& test, const std::string& test_name);

}  // namespace halfspace
