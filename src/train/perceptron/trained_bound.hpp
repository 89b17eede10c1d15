// The mistake bound of the run that made a model, found again from the model and the rows it was trained on.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "data/dataset.hpp"
#include "model/model.hpp"
#include "train/perceptron/mistake_bound.hpp"

namespace halfspace {

struct TrainedBound {
  MistakeBound values;
  std::string absent;  // why there is no bound on the updates, "" where there is one
};

/// `data` with the model's scores and the class of each row; `source` is its name in messages. Errors: those of
/// LearnerRows::fit.
Result<TrainedBound> trained_bound(const Model& model, const Dataset& data, std::span<const double> score,
                                   std::span<const std::uint32_t> truth, std::uint64_t max_bytes,
                                   const std::string& source);

}  // namespace halfspace
