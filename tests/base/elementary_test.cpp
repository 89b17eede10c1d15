// The elementary functions of model bytes against the C library in long double.
#include "base/elementary.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "base/wide_elementary.hpp"

namespace halfspace {
namespace {

using Long = long double;

/// |got - want| in units of the last place of want.
double ulps(double got, Long want) {
  const auto near = static_cast<double>(want);
  if (std::isinf(near) || near == 0) return got == near ? 0 : 1e9;
  const double unit = std::nextafter(std::fabs(near), INFINITY) - std::fabs(near);
  return static_cast<double>(std::fabs(got - want) / unit);
}

double uniform(Rng& rng) {
  return (static_cast<double>(rng.word()) + static_cast<double>(rng.word()) / 4294967296.0) / 4294967296.0;
}

constexpr int draws = 200'000;

TEST(Elementary, ExponentialsAreWithinAUnit) {
  Rng rng(1, Stream::probe);
  for (int k = 0; k < draws; ++k) {
    const double scale = k % 3 == 0 ? 1 : k % 3 == 1 ? 50 : 745;
    const double x = scale * (2 * uniform(rng) - 1);
    ASSERT_LE(ulps(elementary::exp(x), std::exp(static_cast<Long>(x))), 1) << x;
  }
  EXPECT_EQ(elementary::exp(0), 1);
  EXPECT_EQ(elementary::exp(INFINITY), INFINITY);
  EXPECT_EQ(elementary::exp(710), INFINITY);
  EXPECT_EQ(elementary::exp(-INFINITY), 0);
  EXPECT_EQ(elementary::exp(-746), 0);
  EXPECT_GT(elementary::exp(709.78), 1e308);
  EXPECT_TRUE(std::isnan(elementary::exp(NAN)));
}

TEST(Elementary, HypotenusesAreWithinTwoUnitsAtEverySize) {
  for (const double size : {1.0, 1e-200, 1e-310, 1e200, 1e307}) {
    for (const auto& [a, b] : {std::pair(3.0, 4.0), std::pair(0.1, -0.7), std::pair(1.0, 0.0), std::pair(-2.5, 1e-9)}) {
      const double expected =
          static_cast<double>(std::hypot(static_cast<long double>(a) * size, static_cast<long double>(b) * size));
      EXPECT_NEAR(elementary::hypot(a * size, b * size) / expected, 1, size < 1e-300 ? 1e-12 : 4.5e-16)
          << a << " " << b;
    }
  }
  EXPECT_EQ(elementary::hypot(0, 0), 0);
  EXPECT_EQ(elementary::hypot(INFINITY, 1), INFINITY);
}

TEST(Elementary, LogarithmsAreWithinAUnit) {
  Rng rng(2, Stream::probe);
  for (int k = 0; k < draws; ++k) {
    const double u = uniform(rng);
    const double x = k % 3 == 0   ? u
                     : k % 3 == 1 ? 0.5 + u
                                  : std::ldexp(1 + u, static_cast<int>(rng.bounded(2090)) - 1073);
    if (x == 0) continue;
    ASSERT_LE(ulps(elementary::log(x), std::log(static_cast<Long>(x))), 1) << x;
    ASSERT_LE(ulps(elementary::log1p(u), std::log1p(static_cast<Long>(u))), 2) << u;
    ASSERT_LE(ulps(elementary::log1p(-u), std::log1p(-static_cast<Long>(u))), 2) << -u;
    const double small = std::ldexp(u, -static_cast<int>(rng.bounded(1000)));
    ASSERT_LE(ulps(elementary::log1p(small), std::log1p(static_cast<Long>(small))), 2) << small;
  }
  EXPECT_EQ(elementary::log(1), 0);
  EXPECT_EQ(elementary::log(0), -INFINITY);
  EXPECT_EQ(elementary::log(INFINITY), INFINITY);
  EXPECT_TRUE(std::isnan(elementary::log(-1)));
  EXPECT_EQ(elementary::log1p(-1), -INFINITY);
  EXPECT_TRUE(std::isnan(elementary::log1p(NAN)));
}

TEST(Elementary, AnglesAreWithinAUnitOrTheirStatedDistance) {
  Rng rng(3, Stream::probe);
  for (int k = 0; k < draws; ++k) {
    const double x = (k % 2 == 0 ? 8 : 1e6) * (2 * uniform(rng) - 1);
    const Long c = std::cos(static_cast<Long>(x));
    const Long s = std::sin(static_cast<Long>(x));
    ASSERT_TRUE(ulps(elementary::cos(x), c) <= 1 || std::fabs(elementary::cos(x) - c) <= 0x1p-60L) << x;
    ASSERT_TRUE(ulps(elementary::sin(x), s) <= 1 || std::fabs(elementary::sin(x) - s) <= 0x1p-60L) << x;
    const double far = std::ldexp(x, static_cast<int>(rng.bounded(30)));
    ASSERT_LE(std::fabs(elementary::cos(far) - std::cos(static_cast<Long>(far))), 0x1p-51L + std::fabs(far) * 0x1p-63L);
  }
  EXPECT_EQ(elementary::cos(0), 1);
  EXPECT_EQ(elementary::sin(0), 0);
  EXPECT_TRUE(std::isnan(elementary::cos(INFINITY)));
}

TEST(Elementary, CosinesOfAnyAngleAreCosines) {
  Rng rng(5, Stream::probe);
  for (int k = 0; k < draws; ++k) {
    const double x = std::ldexp(1 + uniform(rng), static_cast<int>(rng.bounded(2098)) - 1074);
    ASSERT_LE(std::fabs(elementary::cos(x)), 1) << x;
    ASSERT_LE(std::fabs(elementary::sin(-x)), 1) << x;
  }
  for (const double x : {1e16, 1e22, 1e300, 1.7e308}) EXPECT_LE(std::fabs(elementary::cos(x)), 1) << x;
}

TEST(Elementary, HyperbolicTangentsAreWithinTwoUnits) {
  Rng rng(4, Stream::probe);
  for (int k = 0; k < draws; ++k) {
    const double x = (k % 2 == 0 ? 1 : 25) * (2 * uniform(rng) - 1);
    ASSERT_LE(ulps(elementary::tanh(x), std::tanh(static_cast<Long>(x))), 2) << x;
  }
  EXPECT_EQ(elementary::tanh(INFINITY), 1);
  EXPECT_EQ(elementary::tanh(-INFINITY), -1);
}

/// |got - want| by want, in units of 2^-63.
Long wide_units(Long got, Long want) {
  return got == want ? 0 : std::fabs(got - want) / (std::fabs(want) * std::numeric_limits<Long>::epsilon());
}

TEST(Elementary, LongDoublesAreThoseOfTheCLibrary) {
  Rng rng(6, Stream::probe);
  for (int k = 0; k < draws; ++k) {
    const Long u = static_cast<Long>(uniform(rng)) + static_cast<Long>(uniform(rng)) * 0x1p-53L;
    const Long x = (k % 3 == 0 ? 1 : k % 3 == 1 ? 50 : 11000) * (2 * u - 1);
    ASSERT_LE(wide_units(elementary::wide_exp(x), std::exp(x)), 3) << x;
    ASSERT_LE(wide_units(elementary::wide_tanh(x / 500), std::tanh(x / 500)), 8) << x;
    const Long positive = k % 2 == 0 ? u + 0x1p-70L : std::ldexp(1 + u, static_cast<int>(rng.bounded(2000)) - 1000);
    const Long log = std::log(positive);
    ASSERT_LE(std::fabs(elementary::wide_log(positive) - log), 0x1p-61L * std::max<Long>(1, std::fabs(log)))
        << positive;
    for (const Long v : {positive, -u}) {
      const Long log1p = std::log1p(v);
      ASSERT_LE(std::fabs(elementary::wide_log1p(v) - log1p), 0x1p-61L * std::max<Long>(1, std::fabs(log1p))) << v;
    }
  }
  EXPECT_EQ(elementary::wide_exp(0), 1);
  EXPECT_EQ(elementary::wide_exp(INFINITY), INFINITY);
  EXPECT_EQ(elementary::wide_exp(-INFINITY), 0);
  EXPECT_TRUE(std::isnan(elementary::wide_exp(NAN)));
  EXPECT_EQ(elementary::wide_tanh(INFINITY), 1);
  EXPECT_EQ(elementary::wide_tanh(-INFINITY), -1);
}

TEST(Elementary, ManyExponentialsAreThoseOfEach) {
  Rng rng(7, Stream::probe);
  for (std::size_t n = 0; n < 200; ++n) {
    std::vector<Long> x(n);
    for (Long& v : x) v = (rng.bounded(3) == 0 ? 12000 : 20) * (2 * static_cast<Long>(uniform(rng)) - 1);
    if (n > 100) x[rng.bounded(n)] = n % 2 == 0 ? NAN : -INFINITY;
    std::vector<Long> many(x);
    elementary::wide_exps(many);
    for (std::size_t i = 0; i < n; ++i) {
      const Long one = elementary::wide_exp(x[i]);
      ASSERT_TRUE(many[i] == one || (std::isnan(many[i]) && std::isnan(one))) << x[i];
    }
  }
}

/// Bits that no machine may change: a function that used fused multiply-add would differ somewhere in so many.
TEST(Elementary, BitsAreTheSameEverywhere) {
  std::uint64_t hash = 1469598103934665603U;
  const auto add = [&hash](double v) { hash = (hash ^ std::bit_cast<std::uint64_t>(v)) * 1099511628211U; };
  for (int k = -5000; k < 5000; ++k) {
    const double x = k * 0.0137;
    for (const double v : {elementary::exp(x), elementary::log(std::fabs(x) + 0.01), elementary::log1p(std::fabs(x)),
                           elementary::cos(x), elementary::sin(x), elementary::tanh(x)})
      add(v);
  }
  EXPECT_EQ(hash, 1479197422323334234U);
}

}  // namespace
}  // namespace halfspace
