// Completion scripts from the tables of verbs and flags. Words to complete hold only small letters, digits and hyphens
// (is_literal), so they stand unquoted in every shell.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "flags.hpp"

namespace halfspace::cli {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

struct Shell {
  std::string_view name;
  std::string (*script)();
};
inline constexpr std::array<Shell, 3> shells = {
    {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}}};

/// The words a hint spells out and, where it asks for a verb, the verbs; between spaces.
std::string hint_words(const ValueHint& hint);

/// Names of the verbs, or their aliases, between spaces.
std::string verb_words();
std::string alias_words();

/// `text` with every `name` replaced by `value`: fills in a script's tables.
std::string filled(std::string text, std::string_view name, std::string_view value);

}  // namespace halfspace::cli
