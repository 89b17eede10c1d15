// Sums of integers times decimals: only powers of ten are ever below the line, so nothing is reduced on the way.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exact/rational.hpp"

namespace halfspace {

/// sum_k factor_k x_k = digits 10^exponent
class DecimalSum {
 public:
  void clear() {
    digits_ = 0;
    exponent_ = 0;
  }
  void add_product(const Integer& factor, const Decimal& x);

  int sign() const { return sgn(digits_); }
  void negate() { digits_ = -digits_; }
  Rational value() const { return Decimal{digits_, exponent_}.value(); }

  /// Less than 0, 0 or more: a against b.
  friend int compare(const DecimalSum& a, const DecimalSum& b);

 private:
  Integer digits_;
  std::int64_t exponent_ = 0;  // at most 0
  Integer scaled_;
};

/// numerator[k] / denominator are the given numbers.
struct CommonFractions {
  std::vector<Integer> numerator;
  Integer denominator = 1;  // > 0
};

/// Over a common denominator numbers may need this many bits together, or this many times those they have.
inline constexpr std::size_t common_bits = std::size_t{1} << 27U;
inline constexpr std::size_t common_growth = 4;

/// The numbers over their least common denominator; nothing when that would need more bits. (Numbers whose
/// denominators have no factor in common need the square of the bits they have.)
std::optional<CommonFractions> common_fractions(const std::vector<Rational>& numbers);

}  // namespace halfspace
