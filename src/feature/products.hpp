// Which products a row's entries make and where they stand: features base, base + 1, ... behind the plain ones.
//   poly2, interactions: pairs (i, j) in lexicographic order, i <= j or i < j; poly3: these, then triples i <= j <= k
#pragma once

#include <cstdint>

#include "feature/feature_map.hpp"

namespace halfspace {

/// Calls pair(place, a, b) and triple(place, a, b, c) for entries a <= b <= c of a row of `count` entries whose columns
/// column(a) ascend; `base` features come before the products.
template <class Column, class Pair, class Triple>
void for_each_product(Expansion kind, std::uint64_t base, std::size_t count, Column column, Pair pair, Triple triple) {
  if (kind == Expansion::none) return;
  const bool squares = kind != Expansion::interactions;
  const auto before = [&](std::uint64_t i) {  // pairs whose first place is below i
    return squares ? i * base - i * (i - (i > 0 ? 1 : 0)) / 2 : i * (base - 1) - i * (i - (i > 0 ? 1 : 0)) / 2;
  };
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = squares ? a : a + 1; b < count; ++b) {
      const std::uint64_t i = column(a);
      const std::uint64_t j = column(b);
      pair(base + before(i) + j - i - (squares ? 0 : 1), a, b);
    }
  }
  if (kind != Expansion::poly3) return;
  const std::uint64_t start = base + base * (base + 1) / 2;
  const auto triples = [](std::uint64_t m) { return m * (m + 1) / 2 * (m + 2) / 3; };  // i <= j <= k among m places
  const auto pairs = [](std::uint64_t m) { return m * (m + 1) / 2; };
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a; b < count; ++b) {
      for (std::size_t c = b; c < count; ++c) {
        const std::uint64_t i = column(a);
        const std::uint64_t j = column(b);
        const std::uint64_t k = column(c);
        triple(start + triples(base) - triples(base - i) + pairs(base - i) - pairs(base - j) + k - j, a, b, c);
      }
    }
  }
}

}  // namespace halfspace
