// halfspace train FOLDER, a folder of shards that halfspace convert --shards wrote.
#pragma once

#include "flags.hpp"

namespace halfspace::cli {

/// Learns shard after shard, writes the model of -o, scores --test, and tells.
Outcome train_shards(const Args& args);

}  // namespace halfspace::cli
