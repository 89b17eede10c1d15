// A random order for rows that do not fit in the cache, where scattered reads cost up to ten times more: random blocks
// of neighbours, each shuffled, other blocks with each call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/rng.hpp"

namespace halfspace {

inline void shuffle_in_blocks(std::vector<std::uint32_t>& rows, Rng& rng) {
  constexpr std::size_t block = 128;
  const std::size_t first = rng.bounded(block);  // of the second block
  const std::size_t blocks = 1 + (rows.size() + block - 1 - first) / block;
  std::vector<std::uint32_t> turn(blocks);
  std::iota(turn.begin(), turn.end(), 0U);
  shuffle(std::span(turn), rng);
  std::vector<std::uint32_t> ordered;
  ordered.reserve(rows.size());
  for (const std::size_t t : turn) {
    const std::size_t from = t == 0 ? 0 : first + (t - 1) * block;
    const std::size_t to = std::min(rows.size(), first + t * block);
    if (from >= to) continue;
    const auto part = std::span(rows).subspan(from, to - from);
    shuffle(part, rng);
    ordered.insert(ordered.end(), part.begin(), part.end());
  }
  rows = std::move(ordered);
}

}  // namespace halfspace
