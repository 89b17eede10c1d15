// A run of `separate` over the shards of one machine, one after another.
#pragma once

#include <functional>
#include <vector>

#include "separate/shards/separation_run.hpp"
#include "shard/shard.hpp"

namespace halfspace {

/// Asks all shards until the run is done; where choices.decide.stop ends it, it ends where it is. `progress` is called after each
/// round. Errors: of the run.
Result<void> separate_shards(SeparationRun& run, const std::vector<Shard>& shards, const DecideOptions& options,
                             const std::function<void(const SeparationRun&)>& progress = {});

}  // namespace halfspace
