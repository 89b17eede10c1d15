// exp, log, log1p and tanh of long doubles, from rounded +, -, *, / alone: those of the C library come from instructions
// whose last digits differ between makers of processors.
//
//   exp    x = k ln 2 + r, |r| <= ln 2 / 2 (Cody and Waite 1980), Taylor's polynomial of degree 18    below 2 ulp
//   log    y + log1p(x e^-y - 1), y the logarithm of the double nearest to x: an absolute 2^-61 max(1, |log x|)
//   log1p  log u + (x - (u - 1)) / u with u = 1 + x, as near
//   tanh   1 - 2 / (e^(2x) + 1); |x| < 0.55: fourteen terms of Lambert's continued fraction           below 8 ulp
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "base/elementary.hpp"

namespace halfspace::elementary {

static_assert(std::numeric_limits<long double>::is_iec559);

/// The units of the errors above, where long doubles have more digits too.
inline constexpr long double wide_place = std::max(std::numeric_limits<long double>::epsilon(), 0x1p-63L);

namespace wide {

constexpr long double largest_exponent = 11300;  // of it e^x is finite, e^-x is not 0

/// x = k ln 2 + r
struct Reduced {
  explicit Reduced(long double x)
      : k((x * (1 / (ln2_high + ln2_low)) + to_whole) - to_whole), r((x - k * ln2_high) - k * ln2_low) {}

  /// e^x of p = e^r
  long double scaled(long double p) const {
    constexpr long double doubles = 1022;
    if (std::fabs(k) > doubles) return std::scalbn(p, static_cast<int>(k));
    return p * std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52U);
  }

  static constexpr long double ln2_high = 762123384785.0L / (1ULL << 40U);  // 40 bits: k times it is exact
  static constexpr long double ln2_low = 7.3710025651677989018340401e-13L;
  static constexpr long double to_whole = 3 / (2 * std::numeric_limits<long double>::epsilon());  // no fractions there
  long double k;
  long double r;
};

inline constexpr std::size_t degree = 18;
inline constexpr std::array<long double, degree + 1> coefficient = [] {
  std::array<long double, degree + 1> c = {1};
  for (std::size_t j = 1; j < c.size(); ++j) c[j] = c[j - 1] / static_cast<long double>(j);
  return c;
}();

}  // namespace wide

inline long double wide_exp(long double x) {
  if (!(std::fabs(x) <= wide::largest_exponent))
    return std::isnan(x) ? x : x > 0 ? std::numeric_limits<long double>::infinity() : 0;
  const wide::Reduced at(x);
  long double p = 0;  // Σ r^j / j!
  for (std::size_t j = wide::coefficient.size(); j-- > 0;) p = p * at.r + wide::coefficient[j];
  return at.scaled(p);
}

/// e^x in place. A polynomial waits for each of its sums; three of them wait together.
inline void wide_exps(std::span<long double> x) {
  const auto usual = [](long double v) { return std::fabs(v) <= wide::largest_exponent; };
  std::size_t i = 0;
  while (i < x.size()) {
    if (i + 3 > x.size() || !usual(x[i]) || !usual(x[i + 1]) || !usual(x[i + 2])) {
      x[i] = wide_exp(x[i]);
      ++i;
      continue;
    }
    const wide::Reduced a(x[i]);
    const wide::Reduced b(x[i + 1]);
    const wide::Reduced c(x[i + 2]);
    long double p = 0;
    long double q = 0;
    long double s = 0;
    for (std::size_t j = wide::coefficient.size(); j-- > 0;) {
      p = p * a.r + wide::coefficient[j];
      q = q * b.r + wide::coefficient[j];
      s = s * c.r + wide::coefficient[j];
    }
    x[i++] = a.scaled(p);
    x[i++] = b.scaled(q);
    x[i++] = c.scaled(s);
  }
}

/// Natural logarithm of a positive number below 2^1023.
inline long double wide_log(long double x) {
  constexpr long double ln2 = 0.693147180559945309417232121458176568L;
  if (x < 1e-300L) return wide_log(std::scalbn(x, 1000)) - 1000 * ln2;
  const auto y = static_cast<long double>(log(static_cast<double>(x)));
  const long double t = x * wide_exp(-y) - 1;  // |t| < 2^-50
  return y + (t - t * t / 2);
}

inline long double wide_log1p(long double x) {
  const long double u = 1 + x;
  return wide_log(u) + (x - (u - 1)) / u;
}

inline long double wide_tanh(long double x) {
  if (std::fabs(x) >= 0.55L) {
    const long double t = 1 - 2 / (wide_exp(2 * std::fabs(x)) + 1);
    return x < 0 ? -t : t;
  }
  long double below = 27;  // x / (1 + x^2 / (3 + x^2 / (5 + ...)))
  for (int j = 25; j > 0; j -= 2) below = static_cast<long double>(j) + x * x / below;
  return x / below;
}

}  // namespace halfspace::elementary
