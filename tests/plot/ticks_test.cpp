#include "plot/ticks.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace::plot {
namespace {

std::string texts(const std::vector<Tick>& ticks) {
  std::string out;
  for (const Tick& t : ticks) out += (out.empty() ? "" : " ") + t.text;
  return out;
}

TEST(Ticks, RoundNumbersWithEqualDecimals) {
  EXPECT_EQ(texts(nice_ticks(0, 1, 6)), "0.0 0.2 0.4 0.6 0.8 1.0");
  EXPECT_EQ(texts(nice_ticks(-3, 12, 5)), "0 5 10");
  EXPECT_EQ(texts(nice_ticks(-0.031, 0.03, 4)), "-0.02 0.00 0.02");
  EXPECT_EQ(texts(nice_ticks(0, 999999, 3)), "0 500000");
}

TEST(Ticks, LongNumbersShareAPowerOfTen) {
  EXPECT_EQ(texts(nice_ticks(0, 3e6, 4)), "0 1e6 2e6 3e6");
  EXPECT_EQ(texts(nice_ticks(0, 1.5e-7, 4)), "0 0.5e-7 1.0e-7 1.5e-7");
  EXPECT_EQ(texts(nice_ticks(-1e300, 1e300, 3)), "-1e300 0 1e300");
}

TEST(Ticks, Logarithmic) {
  EXPECT_EQ(texts(log_ticks(1, 1000, 5)), "1 10 100 1000");
  EXPECT_EQ(texts(log_ticks(0.8, 13000, 3)), "1 100 10000");
  EXPECT_EQ(texts(log_ticks(1, 30, 9)), "1 2 5 10 20");
  EXPECT_EQ(texts(log_ticks(0.1, 1e12, 4)), "0.1 1000 1e7 1e11");
}

TEST(Ticks, NothingToMark) {
  EXPECT_TRUE(nice_ticks(1, 1, 5).empty());
  EXPECT_TRUE(nice_ticks(2, 1, 5).empty());
  EXPECT_TRUE(nice_ticks(0, std::numeric_limits<double>::infinity(), 5).empty());
  EXPECT_TRUE(log_ticks(0, 1, 5).empty());
}

RC_GTEST_PROP(Ticks, InOrderInsideAndNotTooMany, (int low, int range, int exponent)) {
  RC_PRE(range != 0);
  const double unit = std::pow(10.0, exponent % 30);
  const double a = low * unit;
  const double b = a + std::fabs(static_cast<double>(range)) * unit;
  const int most = 2 + std::abs(exponent) % 10;
  const auto ticks = nice_ticks(a, b, most);
  RC_ASSERT(ticks.size() <= static_cast<std::size_t>(most));
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    RC_ASSERT(ticks[k].at >= a - (b - a) * 1e-9 && ticks[k].at <= b + (b - a) * 1e-9);
    if (k == 0) continue;  // RC_ASSERT evaluates both sides of ||
    RC_ASSERT(ticks[k].at > ticks[k - 1].at);
    RC_ASSERT(ticks[k].text != ticks[k - 1].text);
  }
}

TEST(Range, IsNeverEmpty) {
  for (const double v : {0.0, 5.0, -3e-300, 1e300}) {
    const Range r = padded_range(v, v, 0.05);
    EXPECT_LT(r.low, v);
    EXPECT_GT(r.high, v);
  }
  EXPECT_FALSE(std::isfinite(padded_range(-1.7e308, 1.7e308, 0.05).high - padded_range(-1.7e308, 1.7e308, 0.05).low));
}

TEST(FixedText, RoundsAndHasNoMinusZero) {
  EXPECT_EQ(fixed_text(-0.001, 2), "0.00");
  EXPECT_EQ(fixed_text(-1.255, 1), "-1.3");
  EXPECT_EQ(fixed_text(12, 2), "12.00");
}

}  // namespace
}  // namespace halfspace::plot
