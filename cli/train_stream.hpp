// halfspace train DATA --stream.
#pragma once

#include "flags.hpp"

namespace halfspace::cli {

/// Learns, writes the model of -o, scores --test, and tells.
Outcome train_stream(const Args& args);

}  // namespace halfspace::cli
