// A driver over the shards of one machine, one after another: memory is that of one shard and of the weights, whatever the length
// of the data.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "driver/driver.hpp"
#include "shard/shard.hpp"

namespace halfspace {

struct LocalRun {
  unsigned threads = 1;
  std::uint64_t memory_bytes =
      0;  // shards remember what they found out about rows while that takes at most a quarter of this; 0: no bound
  StopToken stop = {};
  std::string checkpoint;  // file of the driver's state after each round; "": none
  std::function<void(const DriverProgress&)> progress = {};
};

/// Asks all shards until the driver is done. Stopped, the driver ends where it is. Errors: of the driver, io of the checkpoint.
Result<void> run_on_shards(Driver& driver, const std::vector<Shard>& shards, const LocalRun& run);

/// The driver of these settings, or the one that the checkpoint goes on with. Error (usage): it has other settings.
Result<Driver> begun_or_resumed(const Settings& settings, Driver::Goal goal, const std::string& checkpoint);

}  // namespace halfspace
