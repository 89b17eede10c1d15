// What a model must be whatever its file says: sizes that fit each other, numbers that are finite.
#pragma once

#include <string>

#include "model/model.hpp"

namespace halfspace {

/// "" for a sound model, else what is wrong.
std::string model_problem(const Model& model);

}  // namespace halfspace
