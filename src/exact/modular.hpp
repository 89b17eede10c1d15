// Integer vectors modulo the prime 2^61 - 1. Vectors independent modulo a prime are independent over the rationals, so
// a rank found here is a proof from below; that it is not larger needs an exact check elsewhere.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"

namespace halfspace {

/// (coordinate, value), coordinates ascending, no zeros.
using IntegerVector = std::vector<std::pair<std::uint64_t, Integer>>;

inline constexpr std::uint64_t modular_prime = (std::uint64_t{1} << 61U) - 1;

__extension__ using Unsigned128 = unsigned __int128;
__extension__ using Signed128 = __int128;

/// v as an Integer
Integer whole_number(Unsigned128 v);

std::uint64_t modulo(const Integer& v);
std::uint64_t modulo(Unsigned128 v);
std::uint64_t times(std::uint64_t a, std::uint64_t b);
std::uint64_t minus(std::uint64_t a, std::uint64_t b);
std::uint64_t inverse(std::uint64_t v);  ///< v != 0

inline constexpr std::size_t terms_at_once = 32;  // of numbers below 2^61 have a sum below 2^128

/// row <- row - Σ c_k rows_k of `size` numbers, of at most `terms_at_once` rows: each sum of products is reduced once.
void take_multiples(std::span<const std::uint64_t> c, std::span<const std::uint64_t* const> rows, std::size_t size,
                    std::uint64_t* row);

/// The span of the vectors added so far.
class ModularSpan {
 public:
  /// This, and the systems that are solved with it, ask `stop` and throw Stopped.
  explicit ModularSpan(std::size_t dims, StopToken stop = {}) : stop_(std::move(stop)), dims_(dims) {}
  const StopToken& stop_token() const { return stop_; }

  /// True when v is independent of the vectors before it; it then joins them.
  bool add(const IntegerVector& v);

  std::size_t rank() const { return pivots_.size(); }

  /// For each vector that joined, a coordinate; these coordinates alone tell the vectors apart.
  std::span<const std::uint64_t> pivots() const { return pivots_; }

  /// A vector orthogonal to the span, random otherwise: v lies in the span when its product is 0, and outside of it
  /// that happens with probability 2^-61.
  std::vector<std::uint64_t> probe(std::uint64_t seed) const;

 private:
  void take_off(std::size_t first, std::size_t last, std::vector<std::uint64_t>& row) const;

  StopToken stop_;
  std::size_t dims_;
  std::vector<std::vector<std::uint64_t>> rows_;  // each 1 at its pivot and 0 at the pivots before it
  std::vector<std::uint64_t> pivots_;
};

std::uint64_t product(const std::vector<std::uint64_t>& probe, const IntegerVector& v);

}  // namespace halfspace
