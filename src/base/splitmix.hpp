// splitmix64: Steele, Lea, Flood 2014 ("Fast splittable pseudorandom number generators").
#pragma once

#include <cstdint>

namespace halfspace {

/// A number whose bits depend on all bits of z.
inline std::uint64_t splitmix(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace halfspace
