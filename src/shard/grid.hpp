// Sums of many doubles whose bits depend on no order: every term is rounded to one grid first, whose sums are exact.
//
//   |Σ| <= B <= 2^e:   a sum begins at 3 * 2^e, so that it stays in [2, 4) 2^e, where doubles are 2^(e-51) apart;
//   adding a term rounds it to that grid. The last bit of a term is made 1 before, so that no term lies half-way
//   between two places of the grid, where rounding would depend on the sum.
//
// Differences to the beginning are multiples of 2^(e-51) below 2^e: adding such sums is exact as well. Demmel and Nguyen
// 2015 ("Parallel reproducible summation"), with one bin and a bound known beforehand.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::grid {

inline constexpr int least = -960;
inline constexpr int most = 1000;

/// e of a sum whose terms' absolute values sum to `bound` or less; `most` + 1 where there is none.
inline std::int16_t exponent(double bound) {
  if (!(bound < 0x1p1000)) return most + 1;
  int e = least;
  if (bound > 0) std::frexp(bound * (1 + 0x1p-10), &e);  // room for what rounding of up to 2^40 terms adds
  return static_cast<std::int16_t>(std::clamp(e, least, most));
}

inline double power(int e) { return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52U); }

/// Where a sum begins.
inline double origin(int e) { return 3 * power(e); }

/// What adding one term may change it by, at most.
inline double step(int e) { return power(e - 51); }

/// Where the parts that grid e rounds off, of 2^bits terms at most, have their sum.
inline int low_exponent(int e, int bits) { return std::max(e - 52 + bits, least); }

/// The term with its last bit 1.
inline double odd(double term) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(term) | 1U); }

/// Adds a term to a sum, and what its grid rounds off to another: both are exact, since the sum stays on its grid.
inline void add_both(double term, double& sum, double& low) {
  const double whole = odd(term);
  const double before = sum;
  sum += whole;
  low += odd(whole - (sum - before));
}

/// Sums that begin on their grids.
inline std::vector<double> begun(std::span<const std::int16_t> exponents) {
  std::vector<double> out(exponents.size());
  std::transform(exponents.begin(), exponents.end(), out.begin(), [](std::int16_t e) { return origin(e); });
  return out;
}

/// Adds to `to` what was summed.
inline void finish(std::span<const double> sums, std::span<const std::int16_t> exponents, std::span<double> to) {
  for (std::size_t j = 0; j < sums.size(); ++j) to[j] += sums[j] - origin(exponents[j]);
}

}  // namespace halfspace::grid
