// The list of verbs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "flags.hpp"

namespace halfspace::cli {

std::span<const Verb> verbs();

/// A flag in the place of a verb: halfspace --help is halfspace help.
struct Alias {
  std::string_view flag;
  std::string_view verb;
};
std::span<const Alias> aliases();

/// The verb of this name or alias; an unknown one is an error with the nearest.
Result<const Verb*> find_verb(const std::string& word);

extern const Verb train_verb;
extern const Verb predict_verb;
extern const Verb evaluate_verb;
extern const Verb inspect_verb;
extern const Verb separate_verb;
extern const Verb plot_verb;
extern const Verb verify_verb;
extern const Verb help_verb;
extern const Verb completion_verb;
extern const Verb version_verb;

}  // namespace halfspace::cli
