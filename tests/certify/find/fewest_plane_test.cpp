#include "certify/find/fewest_plane.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/fewest_cases.hpp"

namespace halfspace {
namespace {

using Columns = std::vector<std::vector<Rational>>;

Columns columns_of(const test::Points& p) {
  Columns columns(p.x[0].size());
  for (const auto& x : p.x) {
    for (std::size_t j = 0; j < x.size(); ++j) columns[j].emplace_back(static_cast<long>(x[j]));
  }
  return columns;
}

std::vector<std::int8_t> labels_of(const test::Points& p) { return {p.y.begin(), p.y.end()}; }

FewestMistakes fewest(const test::Points& p) { return fewest_in_plane(columns_of(p), labels_of(p), p.bias); }

void expect_fewest_in_plane(const test::Points& p) {
  const auto z = test::signed_rows(p);
  const FewestMistakes found = fewest(p);
  ASSERT_TRUE(test::mistakes_are(z, found.weights, found.rows)) << test::text_of(p);
  ASSERT_EQ(found.rows.size(), test::fewest_by_subsets(z)) << test::text_of(p);
}

TEST(FewestInPlane, SetsKnownByHeart) {
  const test::Points exclusive_or{{{0, 0}, {1, 1}, {0, 1}, {1, 0}}, {-1, -1, 1, 1}, true};
  EXPECT_EQ(fewest(exclusive_or).rows.size(), 1U);
  const test::Points collinear{{{0, 0}, {1, 1}, {2, 2}, {3, 3}}, {1, -1, 1, -1}, true};
  EXPECT_EQ(fewest(collinear).rows.size(), 1U);
  const test::Points one_place{{{2, 5}, {2, 5}, {2, 5}}, {1, -1, -1}, true};
  EXPECT_EQ(fewest(one_place).rows, (std::vector<std::uint64_t>{0}));
  const test::Points upright{{{1, 0}, {1, 1}, {1, 2}, {1, 3}}, {1, 1, -1, -1}, true};
  EXPECT_TRUE(fewest(upright).rows.empty());
}

// One line holds points of both labels, and each side of it points of one: turned a little about the gap it has no
// mistake at all.
TEST(FewestInPlane, PointsOnTheLineGoToTheSideThatSuitsThem) {
  const test::Points p{
      {{0, 0}, {1, 0}, {3, 0}, {4, 0}, {-5, 1}, {9, 1}, {-5, -1}, {9, -1}}, {1, 1, -1, -1, 1, 1, -1, -1}, true};
  EXPECT_TRUE(fewest(p).rows.empty());
}

TEST(FewestInPlane, RowsAtTheOriginAreMistakesWithoutABias) {
  const test::Points p{{{0, 0}, {0, 0}, {1, 2}, {2, 4}}, {1, -1, 1, -1}, false};
  EXPECT_EQ(fewest(p).rows.size(), 3U);
  const test::Points all{{{0, 0}, {0, 0}}, {1, -1}, false};
  EXPECT_EQ(fewest(all).rows.size(), 2U);
  EXPECT_EQ(fewest_in_plane(Columns(1, std::vector<Rational>(2)), std::vector<std::int8_t>{1, -1}, false).rows.size(),
            2U);
}

TEST(FewestInPlane, NoRows) {
  for (const std::size_t cols : {1U, 2U}) {
    for (const bool bias : {false, true}) {
      const FewestMistakes none = fewest_in_plane(Columns(cols), {}, bias);
      EXPECT_TRUE(none.rows.empty());
      EXPECT_EQ(none.weights.size(), cols + (bias ? 1 : 0));
    }
  }
}

TEST(FewestInPlane, IsTheMinimumOverSubsetsOfTightSets) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const std::int64_t size = 1 + static_cast<std::int64_t>(seed % 3);
    const std::size_t cols = seed % 7 == 0 ? 1 : 2;
    ASSERT_NO_FATAL_FAILURE(expect_fewest_in_plane(test::tight_points(seed, 1 + seed % 9, cols, size, seed % 4 != 0)));
  }
}

TEST(FewestInPlane, IsTheMinimumOverSubsetsOfRandomSets) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_fewest_in_plane(test::random_points(seed, 12, 2))) << seed;
  }
}

// Far from the origin coordinates need more than 64 bits; fractions are brought to whole numbers.
TEST(FewestInPlane, ShiftsAndScalesChangeNothing) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const test::Points p = test::tight_points(seed, 12, 2, 3, true);
    const std::size_t minimum = fewest(p).rows.size();
    Columns columns = columns_of(p);
    for (Rational& v : columns[0]) v = v / 7 + Rational(Integer("1208925819614629174706176"), 3);
    for (Rational& v : columns[1]) v = v * Integer("1000000000000000000000000000000") - Rational(1, 11);
    const FewestMistakes found = fewest_in_plane(columns, labels_of(p), true);
    ASSERT_EQ(found.rows.size(), minimum) << test::text_of(p);
    reference::Rows z;
    for (std::size_t i = 0; i < p.y.size(); ++i) {
      z.push_back({columns[0][i] * p.y[i], columns[1][i] * p.y[i], Rational(p.y[i])});
    }
    ASSERT_TRUE(test::mistakes_are(z, found.weights, found.rows));
  }
}

// Angles that doubles cannot tell apart: (10^30 + k, 10^30) for small k, without a bias.
TEST(FewestInPlane, AnglesBeyondDoubles) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const test::Points p = test::tight_points(seed, 10, 1, 4, true);
    Columns columns(2);
    const Integer far("1000000000000000000000000000000");
    for (const auto& x : p.x) {
      columns[0].emplace_back(far + static_cast<long>(x[0]));
      columns[1].emplace_back(far);
    }
    const FewestMistakes found = fewest_in_plane(columns, labels_of(p), false);  // w.x = w_0 (10^30 + k) + w_1 10^30
    ASSERT_EQ(found.rows.size(), fewest(p).rows.size()) << test::text_of(p);
  }
}

TEST(FewestInPlane, StopGivesWhatIsKnown) {
  const test::Points p = test::tight_points(1, 40, 2, 3, true);
  const FewestMistakes stopped =
      fewest_in_plane(columns_of(p), labels_of(p), true, StopToken([] { return Halt::timeout; }));
  EXPECT_FALSE(stopped.exact);
  EXPECT_GE(stopped.rows.size(), fewest(p).rows.size());
  EXPECT_TRUE(test::mistakes_are(test::signed_rows(p), stopped.weights, stopped.rows));
}

RC_GTEST_PROP(FewestInPlaneProperty, NoneExactlyWhenSeparable, ()) {
  const test::Points p = test::arbitrary_points(12, 2);
  const auto z = test::signed_rows(p);
  const FewestMistakes found = fewest(p);
  RC_ASSERT(found.rows.empty() == test::separable(z));
}

RC_GTEST_PROP(FewestInPlaneProperty, TheOtherRowsAreSeparatedByTheWeights, ()) {
  const test::Points p = test::arbitrary_points(30, 2);
  const FewestMistakes found = fewest(p);
  RC_ASSERT(test::mistakes_are(test::signed_rows(p), found.weights, found.rows));
}

RC_GTEST_PROP(FewestInPlaneProperty, NoWeightsHaveFewerMistakes, (int w0, int w1, int b)) {
  const test::Points p = test::arbitrary_points(30, 2);
  const auto z = test::signed_rows(p);
  reference::Vector w = {Rational(w0), Rational(w1), Rational(b)};
  w.resize(z[0].size());
  const auto mistakes = std::count_if(z.begin(), z.end(), [&](const auto& row) { return reference::dot(w, row) <= 0; });
  RC_ASSERT(fewest(p).rows.size() <= static_cast<std::size_t>(mistakes));
}

}  // namespace
}  // namespace halfspace
