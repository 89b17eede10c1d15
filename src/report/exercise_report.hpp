// Exercises for programs: `exercise --json`.
#pragma once

#include <span>

#include "base/json.hpp"
#include "classroom/exercise.hpp"

namespace halfspace {

/// The members of the answer: exercises, a list of all of each sheet.
Json exercises_json(std::span<const Worksheet> sheets);

}  // namespace halfspace
