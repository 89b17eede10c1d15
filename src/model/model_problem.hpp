// What a model must be whatever its file says: sizes that fit each other, numbers that are finite.
#pragma once

#include <cstdint>
#include <string>

#include "model/model.hpp"

namespace halfspace {

/// "" for a sound model, else what is wrong.
std::string model_problem(const Model& model);

/// The same of support rows with so many coefficients an output.
std::string support_problem(const Support& support, std::uint64_t coefficients);

}  // namespace halfspace
