#include "exact/rounded.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {

RoundedIntegers rounded(std::span<const Integer> numbers) {
  RoundedIntegers out;
  out.values.resize(numbers.size());
  std::vector<std::int64_t> exponent(numbers.size());
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    out.values[j] = mpz_get_d_2exp(&exponent[j], numbers[j].get_mpz_t());
    if (out.values[j] != 0) out.exponent = std::max(out.exponent, exponent[j]);
  }
  for (std::size_t j = 0; j < numbers.size(); ++j)
    out.values[j] =
        std::ldexp(out.values[j], static_cast<int>(std::max(exponent[j] - out.exponent, std::int64_t{-2000})));
  return out;
}

}  // namespace halfspace
