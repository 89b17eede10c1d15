// halfspace train FOLDER, a folder of shards that halfspace convert --shards wrote.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "driver/driver.hpp"
#include "driver/shard_folder.hpp"
#include "flags.hpp"
#include "session.hpp"

namespace halfspace::cli {

/// Error (usage): a flag about texts but `allowed`; shards are rows already.
Result<void> check_text_flags(const Args& args, const std::vector<std::string>& allowed);

/// Error (bad_data): a shard is larger than `limit` (0: none).
Result<void> check_shard_memory(const ShardFolder& folder, std::uint64_t limit, const std::string& path);

/// A driver that is done, and what it asked.
struct ShardsRun {
  ShardFolder folder;
  Driver driver;
  unsigned threads = 1;
  StopToken stop;
};

/// Asks the folder's shards until the driver is done, or ended. Errors: usage (flags that partitions do not take), io, bad_data,
/// interrupted (there is nothing to keep).
Result<ShardsRun> run_shards(const Args& args, Driver::Goal goal, ProgressLine& line);

/// Learns shard after shard, writes the model of -o, scores --test, and tells.
Outcome train_shards(const Args& args);

}  // namespace halfspace::cli
