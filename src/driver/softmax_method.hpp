// Multinomial regression over partitions.
#pragma once

#include <memory>
#include <vector>

#include "driver/method.hpp"
#include "train/targets.hpp"

namespace halfspace {

/// `class_weight` in the order of the targets; empty: all 1. Error (bad_data): more classes than mistakes are counted of.
Result<std::unique_ptr<Method>> softmax_method(const ShardFacts& facts, const TrainRequest& request,
                                               const Targets& targets, std::vector<double> class_weight);

}  // namespace halfspace
