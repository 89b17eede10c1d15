// What training of the core found, as a Training of the library.
#pragma once

#include <memory>
#include <string>

#include "data/dataset.hpp"
#include "halfspace/train.hpp"
#include "select/learn.hpp"

namespace halfspace::api {

/// All that reports need of the rows: the numbers are let go.
std::shared_ptr<const Dataset> without_numbers(Dataset data);

/// `data` are the rows learned from, without_numbers(). Error (bad_data): there is no optimum.
Result<Training> training_of(std::shared_ptr<const Dataset> data, TrainRequest request, Learned learned,
                             const std::string& source);

}  // namespace halfspace::api
