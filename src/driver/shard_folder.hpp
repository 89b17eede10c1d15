// A folder of shards: the files part-00000.shard, ... (shard/shard_file.cpp) and a manifest, a text of lines:
//
//   halfspace shards 2
//   {...}                       what a model says of its data (`data` in docs/formats/model.md), in one line of JSON
//   {...}                       SHA-256 of the text and the lines of its rows, where every number is exactly that of the text
//   FILE ROWS BYTES XXH3-128    for each shard, in the order of its rows; the checksum that the file begins with
//   xxh3_128 XXH3-128           of all lines before
//
// The manifest is written last, so a folder with one is whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halfspace/result.hpp"
#include "model/model.hpp"
#include "shard/shard.hpp"

namespace halfspace {

inline constexpr const char* manifest_name = "manifest.txt";

struct ShardEntry {
  std::string file;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::string checksum;  // 32 hex digits
};

/// The text that the rows came from, for certificates about it.
struct ShardsText {
  std::string sha256;
  std::string missing;  // --missing, "error" for none
  LineIndex lines;      // of each row
};

struct Manifest {
  Model data;                        // form, rows, nonzeros, labels and text_hash; the rest says nothing
  std::optional<ShardsText> source;  // where every number of a row is exactly what the text says
  std::vector<ShardEntry> shards;

  std::string text() const;
  static Result<Manifest> parse(const std::string& text, const std::string& name);
};

/// Lines and the checksum that ends a manifest of them.
std::string sealed_manifest(std::string lines);

/// Is this a folder of shards?
bool is_shard_folder(const std::string& path);

/// Is this one file of such a folder?
bool is_shard_file(const std::string& path);

/// The checksum that a shard file says it has, as hex digits; "" where it cannot be read.
std::string shard_checksum(const std::string& path);

/// "part-00003.shard"
std::string shard_file_name(std::uint64_t number);

struct ShardFolder {
  Manifest manifest;
  std::vector<Shard> shards;  // mapped

  std::uint64_t largest() const;  // bytes of a file
};

/// Maps all files; each is read once for its checksum, and let go again. Errors: io, bad_data (a file is missing, damaged, or
/// not the one that the manifest names).
Result<ShardFolder> open_shards(const std::string& path);

}  // namespace halfspace
