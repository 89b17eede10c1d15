// What learns: a name, its flags, how settings become its part of a request, how it trains. To add a learner is to add
// a line to the list in learner.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "train/flags.hpp"
#include "train/settings.hpp"
#include "train/train.hpp"

namespace halfspace {

struct Learner {
  Algorithm algorithm;
  std::span<const Multiclass> ways;  // to many classes
  std::vector<Flag> (*flags)();
  Result<void> (*choose)(const Settings& settings, const Dataset& data, TrainRequest& request);
  Result<Trained> (*train)(const Dataset& data, const TrainRequest& request, const TrainObserver& observer);
};

std::span<const Learner> learners();

/// Is this among the learner's flags?
bool owns(const Learner& learner, const std::string& flag);

const Learner& learner_of(Algorithm algorithm);

/// The way to many classes of this name; none for "". Error (usage): the learner has no such way.
Result<Multiclass> find_way(std::string_view name, const Learner& learner);

/// Flags given that are another learner's are errors that name it.
Result<void> check_owners(const Settings& settings, const Learner& learner);

Result<void> choose_perceptron(const Settings& settings, const Dataset& data, TrainRequest& request);
Result<Trained> train_by_perceptron(const Dataset& data, const TrainRequest& request, const TrainObserver& observer);

/// What both of the next have in common, and theirs.
std::vector<Flag> auto_flags();
Result<void> choose_auto(const Settings& settings, const Dataset& data, TrainRequest& request);

Result<void> choose_linear(const Settings& settings, const Dataset& data, TrainRequest& request);
Result<Trained> train_by_objective(const Dataset& data, const TrainRequest& request, const TrainObserver& observer);

}  // namespace halfspace
