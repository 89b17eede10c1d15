// halfspace cv FOLDER, a folder of shards that halfspace convert --shards wrote.
#pragma once

#include "flags.hpp"

namespace halfspace::cli {

/// Learns a model for each fold, shard after shard, and tells how they do on the rows held out.
Outcome cv_shards(const Args& args);

}  // namespace halfspace::cli
