// Texts that people take for one: they differ by blanks around them or by upper and lower case alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

/// The text without blanks around it, A to Z as a to z.
std::string plain_letters(std::string_view text);

/// The first of `known` that is alike, else one that is near (text.hpp, nearest()), else "".
std::string alike_or_near(std::string_view text, const std::vector<std::string>& known);

}  // namespace halfspace
