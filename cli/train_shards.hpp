// halfspace train FOLDER, a folder of shards that halfspace convert --shards wrote.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/shard_folder.hpp"
#include "flags.hpp"

namespace halfspace::cli {

/// Error (usage): a flag about texts but `allowed`; shards are rows already.
Result<void> check_text_flags(const Args& args, const std::vector<std::string>& allowed);

/// Error (bad_data): a shard is larger than `limit` (0: none).
Result<void> check_shard_memory(const ShardFolder& folder, std::uint64_t limit, const std::string& path);

/// Learns shard after shard, writes the model of -o, scores --test, and tells.
Outcome train_shards(const Args& args);

}  // namespace halfspace::cli
