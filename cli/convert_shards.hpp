// halfspace convert DATA --shards N.
#pragma once

#include "flags.hpp"

namespace halfspace::cli {

/// Writes the rows as shards into the folder of -o, and tells.
Outcome convert_to_shards(const Args& args);

}  // namespace halfspace::cli
