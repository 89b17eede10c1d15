// Flags about learning, and the training request they make.
#pragma once

#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "flags.hpp"
#include "train/train.hpp"

namespace halfspace::cli {

/// --preset, --start and a flag for each choice of the perceptron family.
std::vector<Flag> learner_flags();

/// The preset with the flags applied. A start that is a model file is read and compared with the data's columns.
Result<TrainRequest> train_request(const Args& args, const Dataset& data, const std::string& source);

}  // namespace halfspace::cli
