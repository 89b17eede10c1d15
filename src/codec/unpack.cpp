// Picks the codec by the first bytes of a file.
#include <algorithm>
#include <array>

#include "codec/cache_file.hpp"
#include "codec/codecs.hpp"
#include "codec/damage.hpp"
#include "codec/skippable.hpp"

namespace halfspace {
namespace {

const Codec* find_codec(std::string_view head) {
  for (const Codec* codec : codecs) {
    if (starts_member(head, codec->magics)) return codec;
  }
  return nullptr;
}

bool begins_magic(std::string_view head, const Codec& codec) {
  return std::any_of(codec.magics.begin(), codec.magics.end(), [&](std::string_view magic) {
    return head.size() < magic.size() && starts_member(head, std::array{magic.substr(0, head.size())});
  });
}

bool may_be_packed(std::string_view head) {
  return std::any_of(codecs.begin(), codecs.end(), [&](const Codec* codec) {
    return starts_member(head, codec->magics) || begins_magic(head, *codec);
  });
}

/// A file that ends within a magic number, and is no text.
const Codec* codec_cut_off(std::string_view head) {
  const auto no_text = [](char c) {
    return static_cast<unsigned char>(c) < 0x09 || static_cast<unsigned char>(c) > 0x7E || (c > 0x0D && c < 0x20);
  };
  if (std::none_of(head.begin(), head.end(), no_text)) return nullptr;
  for (const Codec* codec : codecs) {
    if (begins_magic(head, *codec)) return codec;
  }
  return nullptr;
}

}  // namespace

Result<std::unique_ptr<Source>> unpack(std::unique_ptr<Source> bytes, const std::string& name) {
  auto input = std::make_unique<Lookahead>(std::move(bytes), name);
  const auto skipped = skip_frames(*input, zstd_codec.name);
  if (!skipped) return skipped.error();
  const auto head = input->sniff(head_size, may_be_packed);
  if (!head) return head.error();
  const Codec* codec = find_codec(head.value());
  // Skippable frames may open a zstd file or an lz4 file: what follows them tells which.
  if (skipped.value() && !head.value().empty() && codec != &zstd_codec && codec != &lz4_codec) {
    Error error = trailing_bytes(zstd_codec.name);
    error.where = name;
    return error;
  }
  if (codec != nullptr) return codec->wrap(std::move(input));
  if (const Codec* cut = codec_cut_off(head.value()); cut != nullptr) {
    if (const auto more = input->refill(); !more) return more.error();  // it was no end
    Error error = cut == &cache_codec ? CacheHead::parse(head.value()).error() : truncated(cut->name);
    error.where = name;
    return error;
  }
  return std::unique_ptr<Source>(std::move(input));  // plain
}

}  // namespace halfspace
