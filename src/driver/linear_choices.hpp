// What a linear learner does with the classes that the first answer tells of.
#pragma once

#include <memory>
#include <vector>

#include "driver/method.hpp"
#include "train/request.hpp"
#include "train/targets.hpp"

namespace halfspace {

struct LinearChoices {
  TrainRequest request;  // resolved
  Targets targets;
  Multiclass multiclass = Multiclass::none;
  std::vector<double> class_weight;  // in the order of the targets; empty: all 1
};

/// Errors (usage): choices that do not go with the classes, or not with partitions.
Result<LinearChoices> linear_choices(const ShardFacts& facts, const TrainRequest& request);

/// One model of all rows.
std::unique_ptr<Method> fit_method(const ShardFacts& facts, LinearChoices choices);

/// Weights of classes, by their own weights: Σ of all / (K of its own).
std::vector<double> balanced_weights(const ShardFacts& facts, const Targets& targets);

}  // namespace halfspace
