// Folds of cross-validation by the numbers of rows among all: whatever partition holds a row, it is of the same fold.
//
//   fold of row i in repeat r = floor(K h / 2^32),   h the upper half of mix(mix(mix(seed) + r) + i),   mix: splitmix64
#pragma once

#include <cstdint>

#include "base/splitmix.hpp"

namespace halfspace {

/// A fold of a repeat is a part: repeat * count + fold. No part: nothing is left out.
inline constexpr std::uint32_t no_part = ~std::uint32_t{0};

struct RowFolds {
  std::uint64_t count = 0;  // of a repeat; 0: there are none
  std::uint64_t repeats = 1;
  std::uint64_t seed = 0;

  std::uint64_t parts() const { return count * repeats; }

  std::uint32_t part_of(std::uint64_t row, std::uint64_t repeat) const {
    const std::uint64_t h = splitmix(splitmix(splitmix(seed) + repeat) + row) >> 32U;
    return static_cast<std::uint32_t>(repeat * count + (h * count >> 32U));
  }
};

}  // namespace halfspace
