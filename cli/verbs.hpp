// The list of verbs.
#pragma once

#include <span>

#include "flags.hpp"

namespace halfspace::cli {

std::span<const Verb> verbs();

extern const Verb train_verb;
extern const Verb predict_verb;
extern const Verb evaluate_verb;
extern const Verb inspect_verb;
extern const Verb plot_verb;
extern const Verb version_verb;

}  // namespace halfspace::cli
