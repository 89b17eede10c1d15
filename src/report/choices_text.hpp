// The choices of a perceptron's run in one line.
#pragma once

#include <string>

#include "solver/perceptron/options.hpp"

namespace halfspace {

/// When a row is a mistake: "margin <= 0".
std::string rule_text(const PerceptronChoices& o);

/// "mistake boundary-is-mistake (margin <= 0); step unit; order cyclic; ...": every choice, in the words of its flag. `start`: zero, random, or
/// the weights as they were given.
std::string choices_text(const PerceptronChoices& o, const std::string& start);

}  // namespace halfspace
