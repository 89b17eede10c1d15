#include "base/murmur_hash.hpp"

#include <bit>

namespace halfspace {
namespace {

constexpr std::uint32_t c1 = 0xcc9e2d51;
constexpr std::uint32_t c2 = 0x1b873593;

std::uint32_t mixed(std::uint32_t k) { return std::rotl(k * c1, 15) * c2; }

/// Up to four bytes, the first lowest.
std::uint32_t word_at(std::string_view bytes, std::size_t first, std::size_t size) {
  std::uint32_t word = 0;
  for (std::size_t k = size; k-- > 0;) word = word << 8U | static_cast<unsigned char>(bytes[first + k]);
  return word;
}

}  // namespace

std::uint32_t murmur_hash3(std::string_view bytes, std::uint32_t seed) {
  std::uint32_t h = seed;
  const std::size_t whole = bytes.size() / 4 * 4;
  for (std::size_t k = 0; k < whole; k += 4) h = std::rotl(h ^ mixed(word_at(bytes, k, 4)), 13) * 5 + 0xe6546b64;
  if (whole < bytes.size()) h ^= mixed(word_at(bytes, whole, bytes.size() - whole));
  h ^= static_cast<std::uint32_t>(bytes.size());
  h = (h ^ h >> 16U) * 0x85ebca6b;
  h = (h ^ h >> 13U) * 0xc2b2ae35;
  return h ^ h >> 16U;
}

}  // namespace halfspace
