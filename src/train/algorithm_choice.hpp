// Which learner the settings ask for where --algorithm does not: a flag that belongs to one learner chooses that
// learner; without such a flag the choice is `auto` (train/auto_training.hpp).
#pragma once

#include <string>
#include <string_view>

#include "halfspace/result.hpp"
#include "train/settings.hpp"

namespace halfspace {

inline constexpr std::string_view auto_algorithm = "auto";

/// --algorithm, or what the other flags choose. Error (usage): two flags of different learners.
Result<std::string> chosen_algorithm(const Settings& settings);

}  // namespace halfspace
