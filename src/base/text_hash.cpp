#include "base/text_hash.hpp"

#include <algorithm>
#include <new>

#include <xxhash.h>

namespace halfspace {
namespace {

TextHash::Digest canonical(XXH128_hash_t hash) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  TextHash::Digest out{};
  std::copy(std::begin(bytes.digest), std::end(bytes.digest), out.begin());
  return out;
}

}  // namespace

TextHash::TextHash() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(static_cast<XXH3_state_t*>(state_));
}
TextHash::~TextHash() { XXH3_freeState(static_cast<XXH3_state_t*>(state_)); }
void TextHash::add(const char* data, std::size_t size) {
  XXH3_128bits_update(static_cast<XXH3_state_t*>(state_), data, size);
}
TextHash::Digest TextHash::digest() const {
  return canonical(XXH3_128bits_digest(static_cast<const XXH3_state_t*>(state_)));
}
TextHash::Digest TextHash::of(std::span<const char> bytes) {
  return canonical(XXH3_128bits(bytes.data(), bytes.size()));
}

std::string TextHash::hex(const Digest& digest) {
  std::string out;
  for (const char c : digest) {
    const auto b = static_cast<unsigned char>(c);
    out += "0123456789abcdef"[b >> 4U];
    out += "0123456789abcdef"[b & 15U];
  }
  return out;
}

}  // namespace halfspace
