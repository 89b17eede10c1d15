// Philox4x32-10, the counter-based generator of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011),
// with Lemire's bounded draw (2019) and Fisher-Yates from the end: the same draws on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace halfspace {

/// One block of four words: a pure function of key and counter.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// What a stream of draws is for: the same seed gives unrelated streams.
enum class Stream : std::uint32_t {
  order = 1,
  start = 2,
  holdout = 3,
  probe = 4,
  packing = 5,
  folds = 8,
  rungs = 9,
  bootstrap = 10,
  exercises = 11,
  components = 16
};

/// Words of the stream (seed, stream, part): block b is philox4x32({b low, b high, stream, part}, {seed low, seed high}),
/// words in order. Parts are unrelated streams for work that is shared by threads.
class Rng {
 public:
  Rng(std::uint64_t seed, Stream stream, std::uint32_t part = 0)
      : seed_(seed), stream_(static_cast<std::uint32_t>(stream)), part_(part) {}

  std::uint32_t word();

  /// Uniform in {0, ..., n-1}, n >= 1. Uses 32-bit words for n <= 2^32, else 64-bit ones (low word first).
  std::uint64_t bounded(std::uint64_t n);

 private:
  std::uint64_t seed_;
  std::uint32_t stream_;
  std::uint32_t part_;
  std::uint64_t block_ = 0;
  std::array<std::uint32_t, 4> words_{};
  std::size_t used_ = 4;
};

/// Fisher-Yates: for i = n-1, ..., 1 swap a[i] with a[bounded(i + 1)].
template <class T>
void shuffle(std::span<T> a, Rng& rng) {
  for (std::size_t i = a.size(); i-- > 1;) std::swap(a[i], a[static_cast<std::size_t>(rng.bounded(i + 1))]);
}

}  // namespace halfspace
