// Settings about learning as a training request.
#pragma once

#include <string>

#include "data/dataset.hpp"
#include "train/settings.hpp"
#include "train/train.hpp"

namespace halfspace {

/// The preset with the settings applied. A start that is a model file is read and compared with the data's columns.
Result<TrainRequest> train_request(const Settings& settings, const Dataset& data, const std::string& source);

}  // namespace halfspace
