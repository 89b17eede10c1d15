// Probabilities of classes in Python, by the formulas of src/model/probability.hpp with the library's exp and log.
#pragma once

#include <string>

#include "model/model.hpp"

namespace halfspace {

/// Of a model that has them.
std::string python_probability_part(const Model& model);

}  // namespace halfspace
