// Lists in a flag's value: A,B,C; an element that holds commas or quotes stands in double quotes, as in a CSV record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "halfspace/result.hpp"

namespace halfspace {

/// The elements of `text`; none of an empty one. Errors (usage): a quote that does not end, text behind one. `flag` is
/// the option in messages.
Result<std::vector<std::string>> quoted_list(std::string_view text, const std::string& flag);

/// The text as one word of a shell: in single quotes where a space or another sign needs them, in $'...' where it has
/// line breaks or tabs.
std::string shell_word(const std::string& text);

/// The elements as such a list, ready for a shell: in single quotes where a space or another sign needs them.
std::string as_flag_value(const std::vector<std::string>& elements);

/// `value` for a command in a message; `words` in its place where it is too long for one or holds what a message
/// escapes, so that no half command is shown.
std::string whole_or(const std::string& value, const std::string& words);

}  // namespace halfspace
