// A shard as bytes:
//
//   "halfspace shard 1\n"; XXH3-128 of all that follows; a head (sizes, labels, names of columns); arrays, each from a
//   place divisible by 64 on: start, column (sparse rows), values, labels, weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/text_hash.hpp"
#include "shard/packed.hpp"
#include "shard/shard.hpp"

namespace halfspace::shard_file {

inline constexpr std::string_view shard_magic = Shard::file_begins;
inline constexpr std::size_t alignment = 64;
inline constexpr std::size_t front = shard_magic.size() + sizeof(TextHash::Digest);

struct Head {
  std::uint8_t kind = 0;  // index of the Matrix
  std::uint64_t number = 0;
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t entries = 0;  // sparse rows
  std::uint8_t weighted = 0;
  std::vector<std::string> labels;
  std::vector<std::string> columns;
};

inline std::string head_bytes(const Head& h) {
  Packer to;
  to.number(h.kind);
  to.number(h.number);
  to.number(h.rows);
  to.number(h.cols);
  to.number(h.entries);
  to.number(h.weighted);
  to.texts(h.labels);
  to.texts(h.columns);
  return to.take();
}

inline Head head_from(std::string_view bytes, bool& fine) {
  Unpacker from(bytes);
  Head h;
  h.kind = from.number<std::uint8_t>();
  h.number = from.number<std::uint64_t>();
  h.rows = from.number<std::uint64_t>();
  h.cols = from.number<std::uint64_t>();
  h.entries = from.number<std::uint64_t>();
  h.weighted = from.number<std::uint8_t>();
  h.labels = from.texts();
  h.columns = from.texts();
  constexpr std::uint64_t most = std::uint64_t{1} << 48U;
  fine = from.at_end() && h.kind < std::variant_size_v<Matrix> && h.rows < most && h.entries < most &&
         h.cols <= (std::uint64_t{1} << 31U) && (h.rows == 0 || h.cols < most / h.rows || h.kind >= 2);
  return h;
}

}  // namespace halfspace::shard_file
