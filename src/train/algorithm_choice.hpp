// Which learner the settings ask for where --algorithm does not: a flag that belongs to one learner chooses that
// learner; without such a flag the choice is `auto` (train/auto_training.hpp).
#pragma once

#include "halfspace/result.hpp"
#include "model/algorithm.hpp"
#include "train/settings.hpp"

namespace halfspace {

/// --algorithm, or what the other flags choose. Errors (usage): no such algorithm, two flags of different learners.
Result<Algorithm> chosen_algorithm(const Settings& settings);

}  // namespace halfspace
