// A perceptron between two shards, as bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "solver/online/perceptron_learner.hpp"

namespace halfspace {

std::string state_bytes(const PerceptronLearner& learner);

/// Nothing where the bytes are damaged. "": one that begins.
std::optional<PerceptronLearner> learner_of(const PerceptronChoices& options, std::string_view state);

}  // namespace halfspace
