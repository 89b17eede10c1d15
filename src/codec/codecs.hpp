// The list of codecs. To add one: NAME.cpp with a type that PackedSource accepts, its declaration and its line here.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "codec/lookahead.hpp"

namespace halfspace {

/// One way of packing a text.
struct Codec {
  std::string_view name;
  std::span<const std::string_view> magics;  // the first bytes of each member, one of these; '?' is a digit 1 to 9
  std::unique_ptr<Source> (*wrap)(std::unique_ptr<Lookahead>);
};

extern const Codec gzip_codec;
extern const Codec zstd_codec;
extern const Codec xz_codec;
extern const Codec bzip2_codec;
extern const Codec lz4_codec;
extern const Codec cache_codec;

inline constexpr std::array codecs = {&gzip_codec, &zstd_codec, &xz_codec, &bzip2_codec, &lz4_codec, &cache_codec};

/// More than every codec's magic number and the header fields its start() looks at.
inline constexpr std::size_t head_size = 24;

/// Do these bytes begin with one of the magic numbers?
inline bool starts_member(std::string_view head, std::span<const std::string_view> magics) {
  const auto same = [](char magic, char c) { return magic == c || (magic == '?' && c >= '1' && c <= '9'); };
  return std::any_of(magics.begin(), magics.end(), [&](std::string_view magic) {
    return head.size() >= magic.size() && std::equal(magic.begin(), magic.end(), head.begin(), same);
  });
}

/// May start() need more than these first bytes of a member? Members are longer than what it looks at: a pipe whose
/// writer waits is not waited for.
inline bool wants_more_of_head(std::string_view head) {
  constexpr std::size_t least_frame = 9;     // of zstd, without a text
  constexpr std::size_t longest_magic = 10;  // of bzip2, whose least stream has 14 bytes
  constexpr std::size_t lz4_sizes = 14;      // of a header of lz4 that says how long its text is (flag 8)
  if (head.size() < (head.starts_with("\x28\xb5\x2f\xfd") ? least_frame : longest_magic)) return true;
  return head.starts_with("\x04\x22\x4d\x18") && (static_cast<unsigned char>(head[4]) & 8U) != 0 &&
         head.size() < lz4_sizes;
}

}  // namespace halfspace
