// Members of a model's settings or report, which may be absent or of another type in files from elsewhere.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"

namespace halfspace::html {

/// The member's number; nothing where it is absent or no number.
std::optional<double> number_member(const Json& object, const char* name);

/// The member's text; "" where it is absent or no text.
std::string text_member(const Json& object, const char* name);

/// The member where it is a list, else an empty one.
const Json& list_member(const Json& object, const char* name);

/// A setting in words: "not set" of null.
std::string value_text(const Json& value);

}  // namespace halfspace::html
