// How a model's training text was written, as members of its document.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "data/dataset.hpp"

namespace halfspace {

/// Adds `style`, `dates` and `dropped`, those that say something.
void add_style(const TextForm& form, Json& data);

/// Reads them; `members` grows by those that are there. The name of a bad one, else nothing.
std::optional<std::string> read_style(const Json& data, TextForm& form, std::size_t& members);

}  // namespace halfspace
