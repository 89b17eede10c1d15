// Before conjugate gradients, an inverse of H by what the products of the step before have shown: limited memory BFGS (Nocedal
// 1980) on pairs s, H s spread over them, from another inverse. Morales and Nocedal 2000 ("Automatic preconditioning by limited
// memory quasi-Newton updating").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace halfspace {

/// Pairs s, H s one after another. Of more products than there is room for every second, fourth, ... is kept.
struct ProductPairs {
  std::vector<double> numbers;
  std::uint64_t stride = 1;
  std::uint64_t seen = 0;
};

/// How many pairs of vectors of this size are kept: 32, where they take at most 16 MB.
std::size_t most_pairs(std::size_t size);

void keep_pair(ProductPairs& pairs, std::span<const double> s, std::span<const double> Hs);

/// The pairs of the last step, and where they are few those of the steps before.
ProductPairs joined(const ProductPairs& before, const ProductPairs& last, std::size_t size);

/// r <- M r, M near H^-1; `inverse` does so without the pairs.
void precondition(const ProductPairs& pairs, const std::function<void(std::span<double>)>& inverse,
                  std::span<double> r);

}  // namespace halfspace
