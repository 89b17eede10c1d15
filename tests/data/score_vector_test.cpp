// Exact scores of short decimals, by doubles while sums stay small and by 128 bits beyond, against sums of this test's own.
#include "data/score_vector.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

__extension__ using Whole = __int128;

struct DecimalCase {
  std::vector<double> w, x;
  double b = 0;
  double expected = 0;
};

/// Whole numbers below `most` over 10^places, and Σ w x + b as whole numbers divided once.
DecimalCase decimal_case(Rng& rng, std::size_t d, std::uint64_t most, int weight_places, int places) {
  DecimalCase c;
  const double weight_unit = std::pow(10, weight_places);
  const double unit = std::pow(10, places);
  const auto draw = [&] {
    const auto v = static_cast<std::int64_t>(rng.bounded(2 * most + 1)) - static_cast<std::int64_t>(most);
    return rng.bounded(4) == 0 ? 0 : v;
  };
  const std::int64_t b = draw();
  c.b = static_cast<double>(b) / weight_unit;
  Whole sum = static_cast<Whole>(b) * static_cast<Whole>(unit);
  for (std::size_t j = 0; j < d; ++j) {
    const std::int64_t w = draw();
    const std::int64_t x = draw();
    c.w.push_back(static_cast<double>(w) / weight_unit);
    c.x.push_back(static_cast<double>(x) / unit);
    sum += static_cast<Whole>(w) * x;
  }
  c.expected = static_cast<double>(sum) / (weight_unit * unit);
  return c;
}

TEST(ScoreVector, OfShortDecimalsIsTheirSumRoundedOnce) {
  Rng rng(5, Stream::probe);
  for (const std::uint64_t most : {1U, 9U, 999U, 999999U, 999999999U}) {
    for (const int weight_places : {0, 2, 5}) {
      for (const int places : {0, 1, 4}) {
        for (int k = 0; k < 200; ++k) {
          const std::size_t d = 1 + rng.bounded(40);
          const DecimalCase c = decimal_case(rng, d, most, weight_places, places);
          const ScoreVector v(c.w.data(), c.b, d, places, true);
          const std::vector<std::uint32_t> columns = [&] {
            std::vector<std::uint32_t> out(d);
            for (std::size_t j = 0; j < d; ++j) out[j] = static_cast<std::uint32_t>(j);
            return out;
          }();
          EXPECT_EQ(v.score(DenseRow<double>{c.x.data(), d}), c.expected)
              << most << " " << weight_places << " " << places;
          EXPECT_EQ(v.score(SparseRow<double>{columns.data(), c.x.data(), d}), c.expected);
        }
      }
    }
  }
}

/// 2^53 and more: doubles would lose the 1.
TEST(ScoreVector, OfLargeWholeNumbersKeepsItsLastDigit) {
  const std::vector<double> w = {3037000499, 3037000499, 1};
  const std::vector<double> x = {3037000499, -3037000499, 1};
  const ScoreVector v(w.data(), 0, 3, 0, true);
  EXPECT_EQ(v.score(DenseRow<double>{x.data(), 3}), 1);
  const std::vector<double> cancels = {1, -1, 1};
  EXPECT_EQ(v.score(DenseRow<double>{cancels.data(), 3}), 1);
}

TEST(ScoreVector, OfZerosIsTheBias) {
  const std::vector<double> w = {0, 0};
  const std::vector<double> x = {0.5, -0.5};
  EXPECT_EQ(ScoreVector(w.data(), -0.25, 2, 1, true).score(DenseRow<double>{x.data(), 2}), -0.25);
  EXPECT_FALSE(std::signbit(ScoreVector(w.data(), 0, 2, 1, true).score(DenseRow<double>{x.data(), 2})));
}

}  // namespace
}  // namespace halfspace
