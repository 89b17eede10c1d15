// The results of the old tools: the line that they print, and the same as JSON.
#pragma once

#include <string>

#include "base/json.hpp"
#include "compat/answer.hpp"

namespace halfspace {

/// "Accuracy = 97.5% (39/40)\n" and the like.
std::string compat_text(const compat::Answer& answer);

/// The members of `compat --json` between the head and the seconds.
Json compat_json(const compat::Answer& answer);

}  // namespace halfspace
