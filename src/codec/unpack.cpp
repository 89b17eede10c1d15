// Picks the codec by the first bytes of a file.
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

}  // namespace

Result<std::unique_ptr<Source>> unpack(std::unique_ptr<Source> bytes, const std::string& name) {
  auto input = std::make_unique<Lookahead>(std::move(bytes), name);
  const auto skipped = skip_frames(*input, zstd_codec.name);
  if (!skipped) return skipped.error();
  const auto head = input->front(head_size);
  if (!head) return head.error();
  const Codec* codec = find_codec(head.value());
  // Skippable frames may open a zstd file or an lz4 file: what follows them tells which.
  if (skipped.value() && !head.value().empty() && codec != &zstd_codec && codec != &lz4_codec) {
    Error error = trailing_bytes(zstd_codec.name);
    error.where = name;
    return error;
  }
  if (codec != nullptr) return codec->wrap(std::move(input));
  return std::unique_ptr<Source>(std::move(input));  // plain
}

}  // namespace halfspace
