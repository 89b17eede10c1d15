// Words that students write in place of numbers.
#pragma once

#include <optional>
#include <string>

namespace halfspace {

/// mistake, wrong, yes, ...: true; correct, right, no, ...: false.
std::optional<bool> mistake_word(const std::string& text);

/// Did the weights of this visit go into the pocket? new, yes, ...: true; old, no, ...: false.
std::optional<bool> pocket_word(const std::string& text);

}  // namespace halfspace
