// From a text of any length to a folder of shards, with one shard in memory at a time.
#pragma once

#include <cstdint>
#include <string>

#include "driver/shard_folder.hpp"
#include "format/read.hpp"

namespace halfspace {

/// Reads the text twice: its rows are counted first, then written as `shards` files of as many rows each (the last ones may have
/// one less). The folder must not exist; it is removed again where that fails. Errors: of reading; usage (standard input, columns
/// of texts, fewer rows than shards), io.
Result<Manifest> write_shards(const std::string& path, const ReadOptions& options, std::uint64_t shards,
                              const std::string& folder);

}  // namespace halfspace
