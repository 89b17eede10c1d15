// exp, log, log1p, cos, sin, tanh and hypot with the same bits on every machine. The C library's have variants by CPU, with
// and without fused multiply-add, whose last digits differ; what a model file holds must not depend on them. Here every
// operation is a rounded +, -, *, / or sqrt in a fixed order (-ffp-contract=off).
//
//   exp    x = k ln 2 + r, |r| <= ln 2 / 2 (Cody and Waite 1980), Taylor's polynomial of degree 13    below 1 ulp
//   log    x = 2^k m, m in [sqrt(1/2), sqrt(2)): fdlibm's polynomial in s = f / (2 + f), f = m - 1     below 1 ulp
//   log1p  log u + (x - (u - 1)) / u with u = 1 + x                                                    below 2 ulp
//   cos, sin   x = k pi/2 + r, fdlibm's polynomials; |x| < 2^20       below 1 ulp and an absolute 2^-66; beyond, the
//          remainder by the double nearest to 2 pi, corrected: an absolute 2^-52 + |x| 2^-104; beyond 2^53, where
//          doubles are 2 and more apart, that remainder as it is
//   tanh   1 - 2 / (e^(2x) + 1); |x| < 0.55: ten terms of Lambert's continued fraction                 below 2 ulp
//
// fdlibm: Sun Microsystems 1993, whose constants these are.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace halfspace::elementary {

namespace detail {

inline constexpr double ln2_high = 6.93147180369123816490e-01;  // 32 bits: k times it is exact
inline constexpr double ln2_low = 1.90821492927058770002e-10;
inline constexpr double round_to_whole = 0x1.8p52;  // x + it - it

/// 2^k, -1022 <= k <= 1023
inline double power_of_two(std::int64_t k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U);
}

/// An angle as k pi/2 + (r + tail), |r| <= pi/4.
struct Quarter {
  std::uint64_t k;
  double r;
  double tail;
};

inline Quarter small_quarter(double x) {
  constexpr double two_over_pi = 6.36619772367581382433e-01;
  constexpr double half_pi_1 = 1.57079632673412561417e+00;  // 33 bits each, and the rest
  constexpr double half_pi_2 = 6.07710050630396597660e-11;
  constexpr double half_pi_3 = 2.02226624871116645580e-21;
  constexpr double half_pi_rest = 8.47842766036889956997e-32;
  const double k = (x * two_over_pi + round_to_whole) - round_to_whole;
  const double a = x - k * half_pi_1;  // exact, as is each product up to the last
  const double b = k * half_pi_2;
  const double c = a - b;
  const double off = (a - c) - b;  // what c lost
  const double d = k * half_pi_3;
  const double e = c - d;
  const double low = ((c - e) - d) + off - k * half_pi_rest;
  const double r = e + low;
  return {static_cast<std::uint64_t>(static_cast<std::int64_t>(k)) & 3U, r, (e - r) + low};
}

inline Quarter quarter(double x) {
  constexpr double direct = 1048576;  // 2^20
  if (std::fabs(x) < direct) return small_quarter(x);
  constexpr double two_pi = 6.28318530717958623200e+00;
  constexpr double two_pi_rest = 2.44929359829470641435e-16;  // of 2 pi, beyond that double
  constexpr double places = 9007199254740992;                 // 2^53: beyond it no digit of an angle is left
  const double r = std::remainder(x, two_pi);                 // exact, by its definition
  if (std::fabs(x) > places) return small_quarter(r);
  return small_quarter(r - (x - r) / two_pi * two_pi_rest);
}

inline double sin_near_0(double r, double tail) {
  const double z = r * r;
  const double p =
      8.33333333332248946124e-03 +
      z * (-1.98412698298579493134e-04 +
           z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  const double v = z * r;
  return r - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
}

inline double cos_near_0(double r, double tail) {
  const double z = r * r;
  const double p = z * (4.16666666666666019037e-02 +
                        z * (-1.38888888888741095749e-03 +
                             z * (2.48015872894767294178e-05 +
                                  z * (-2.75573143513906633035e-07 +
                                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  const double half = 0.5 * z;
  const double w = 1 - half;
  return w + (((1 - w) - half) + (z * p - r * tail));
}

}  // namespace detail

/// e^x
inline double exp(double x) {
  constexpr double overflow = 709.782712893384;
  constexpr double underflow = -745.1332191019412;
  constexpr double one_over_ln2 = 1.44269504088896338700e+00;
  if (!(x <= overflow)) return x > overflow ? std::numeric_limits<double>::infinity() : x;
  if (x < underflow) return 0;
  const double k = (x * one_over_ln2 + detail::round_to_whole) - detail::round_to_whole;
  const double high = x - k * detail::ln2_high;
  const double r = high - k * detail::ln2_low;
  const double lost = (high - r) - k * detail::ln2_low;
  double p = 1.0 / 6227020800;  // Σ r^j / j! from j = 2, divided by r^2
  for (const double f : {479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0, 2.0})
    p = p * r + 1 / f;
  const double y = 1 + (r + (lost + r * r * p));
  const auto power = static_cast<std::int64_t>(k);
  if (power > 1023) return y * detail::power_of_two(1023) * 2;
  if (power >= -1021) return y * detail::power_of_two(power);
  return y * detail::power_of_two(power + 200) * detail::power_of_two(-200);
}

/// Natural logarithm; -infinity at 0, NaN below.
inline double log(double x) {
  if (!(x > 0)) return x == 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(x)) return x;
  double k = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    k = -54;
  }
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcdU;
  const auto from_root = std::bit_cast<std::uint64_t>(x) - root_half;
  k += static_cast<double>(static_cast<std::int64_t>(from_root) >> 52U);
  const auto m = std::bit_cast<double>((from_root & 0x000fffffffffffffU) + root_half);
  const double f = m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double w = z * z;
  const double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  const double odd =
      z * (6.666666666666735130e-01 +
           w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  const double half = 0.5 * f * f;
  return k * detail::ln2_high - ((half - (s * (half + (even + odd)) + k * detail::ln2_low)) - f);
}

/// log(1 + x)
inline double log1p(double x) {
  const double u = 1 + x;
  if (u == 1) return x;
  if (!(u > 0) || std::isinf(u)) return log(u);
  const double lost = x >= 1 ? 1 - (u - x) : x - (u - 1);
  return log(u) + lost / u;
}

/// NaN for an infinite angle.
inline double cos(double x) {
  if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  const auto [k, r, tail] = detail::quarter(x);
  const double v = k % 2 == 0 ? detail::cos_near_0(r, tail) : detail::sin_near_0(r, tail);
  return k == 1 || k == 2 ? -v : v;
}

inline double sin(double x) {
  if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  const auto [k, r, tail] = detail::quarter(x);
  const double v = k % 2 == 0 ? detail::sin_near_0(r, tail) : detail::cos_near_0(r, tail);
  return k >= 2 ? -v : v;
}

inline double tanh(double x) {
  const double a = std::fabs(x);
  if (a < 0.55) {
    const double z = x * x;
    double d = 21;
    for (int j = 19; j >= 1; j -= 2) d = j + z / d;  // x / (1 + x^2 / (3 + x^2 / (5 + ...)))
    return x / d;
  }
  return std::copysign(1 - 2 / (exp(2 * a) + 1), x);
}

/// x^p, x > 0: exp(p log x), a relative |p log x| 2^-52 off
inline double pow(double x, double p) { return exp(p * log(x)); }

/// sqrt(a^2 + b^2), below 1.5 ulp; scaled by a power of two where the squares would overflow or lose digits.
inline double hypot(double a, double b) {
  constexpr double small = 0x1p-500;
  constexpr double large = 0x1p500;
  const double most = std::max(std::fabs(a), std::fabs(b));
  if (most >= small && most <= large) return std::sqrt(a * a + b * b);
  if (!(most > 0) || std::isinf(most)) return most;
  const double scale = most > large ? 0x1p-600 : 0x1p600;
  const double x = a * scale;
  const double y = b * scale;
  return std::sqrt(x * x + y * y) / scale;
}

}  // namespace halfspace::elementary
