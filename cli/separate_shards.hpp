// halfspace separate FOLDER, a folder of shards that halfspace convert --shards wrote.
#pragma once

#include "flags.hpp"

namespace halfspace::cli {

/// Asks shard after shard, writes the certificate of -o, and tells.
Outcome separate_shard_folder(const Args& args);

}  // namespace halfspace::cli
