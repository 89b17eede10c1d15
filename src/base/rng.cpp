#include "base/rng.hpp"

namespace halfspace {
namespace {

using Word = std::uint32_t;

__extension__ using Wide = unsigned __int128;

Word high(std::uint64_t x) { return static_cast<Word>(x >> 32U); }
Word low(std::uint64_t x) { return static_cast<Word>(x); }

}  // namespace

std::array<Word, 4> philox4x32(std::array<Word, 4> c, std::array<Word, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {high(p1) ^ c[1] ^ key[0], low(p1), high(p0) ^ c[3] ^ key[1], low(p0)};
    key[0] += 0x9E3779B9;  // golden ratio
    key[1] += 0xBB67AE85;  // sqrt(3) - 1
  }
  return c;
}

Word Rng::word() {
  if (used_ == 4) {
    words_ = philox4x32({low(block_), high(block_), stream_, part_}, {low(seed_), high(seed_)});
    ++block_;
    used_ = 0;
  }
  return words_[used_++];
}

std::uint64_t Rng::bounded(std::uint64_t n) {
  if (n <= std::uint64_t{1} << 32U) {
    std::uint64_t m = word() * n;
    if (low(m) < n) {
      const std::uint64_t threshold = (std::uint64_t{1} << 32U) % n;  // draws below it would favour small results
      while (low(m) < threshold) m = word() * n;
    }
    return m >> 32U;
  }
  const auto draw = [&] {
    const std::uint64_t first = word();
    return first | std::uint64_t{word()} << 32U;
  };
  Wide m = static_cast<Wide>(draw()) * n;
  const std::uint64_t threshold = (0 - n) % n;
  while (static_cast<std::uint64_t>(m) < threshold) m = static_cast<Wide>(draw()) * n;
  return static_cast<std::uint64_t>(m >> 64U);
}

}  // namespace halfspace
