// The exact sum of doubles: adding is integer addition, so no order and no grouping of the terms changes a bit of it. As
// Neal's small superaccumulator (2015, "Fast exact summation using small and large superaccumulators", section 2), but
// with chunks of 128 bits, which 2^42 terms cannot overflow.
//
//   sum = Σ_k chunk_k 2^(32 k - 1074)
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace halfspace {

class ExactSum {
 public:
  __extension__ using Wide = __int128;
  __extension__ using Unsigned = unsigned __int128;
  static constexpr std::size_t chunks = 64;

  void add(double term) {
    const auto bits = std::bit_cast<std::uint64_t>(term);
    const auto exponent = static_cast<unsigned>(bits >> 52U & 0x7FFU);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52U) - 1);
    const unsigned place = exponent == 0 ? 0 : exponent - 1;
    const auto whole = static_cast<Wide>(exponent == 0 ? fraction : fraction | std::uint64_t{1} << 52U)
                       << (place & 31U);
    if (exponent == 0x7FF) finite_ = false;
    chunk_[place >> 5U] += (bits >> 63U) != 0 ? -whole : whole;
  }

  /// Forged chunks may overflow; then the sum is a wrong one.
  static Wide plus(Wide a, Wide b) { return static_cast<Wide>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b)); }

  void add(const ExactSum& other) {
    for (std::size_t k = 0; k < chunks; ++k) chunk_[k] = plus(chunk_[k], other.chunk_[k]);
    finite_ = finite_ && other.finite_;
  }

  /// Within one unit in the last place, and the same for equal sums; NaN where a term was not finite.
  double value() const;

  bool finite() const { return finite_; }
  const std::array<Wide, chunks>& chunk() const { return chunk_; }

  /// From the parts of another.
  static ExactSum of(const std::array<Wide, chunks>& chunk, bool finite) {
    ExactSum out;
    out.chunk_ = chunk;
    out.finite_ = finite;
    return out;
  }

  friend bool operator==(const ExactSum& a, const ExactSum& b) { return a.value() == b.value(); }

 private:
  std::array<Wide, chunks> chunk_{};
  bool finite_ = true;
};

}  // namespace halfspace
