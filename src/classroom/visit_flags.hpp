// Flags of `trace`.
#pragma once

#include <vector>

#include "train/flags.hpp"

namespace halfspace {

/// --output-format, --updates, --counts.
std::vector<Flag> visit_flags();

}  // namespace halfspace
