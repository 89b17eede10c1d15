// halfspace path FOLDER, a folder of shards that halfspace convert --shards wrote.
#pragma once

#include "flags.hpp"

namespace halfspace::cli {

/// Learns the points shard after shard, those of all folds in the same rounds, and tells of them.
Outcome path_shards(const Args& args);

}  // namespace halfspace::cli
