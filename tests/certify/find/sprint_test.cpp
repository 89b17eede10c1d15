// A sprint's multipliers are a point of the hull: no margin is longer. Its weights separate nearly always.
#include "certify/find/sprint.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "certify/cases.hpp"
#include "certify/find/margin.hpp"
#include "certify/reference_margin.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

TEST(Sprint, TheMarginIsBetweenItsBounds) {
  int asked = 0;
  int half = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Points points = random_points(seed, 9, 3);
    const auto x = plain_rows(points);
    const SolverRows z(x, x, points.y, points.bias, seed % 2 == 0 ? Form::dense : Form::sparse);
    const Decision decision = decide(*z, {}).value();
    if (decision.verdict != Verdict::separable) continue;
    const auto found = sprint(*z, {});
    if (!found) continue;
    ASSERT_EQ(found->w.size(), (*z).dims());
    const auto bounds = margin_bounds(*z, MarginKind::augmented, decision.weights, found->hull, {}).value();
    ASSERT_TRUE(bounds) << "seed " << seed;
    const mpq_class margin = reference::squared_margin(signed_rows(points)).squared;
    ASSERT_GE(bounds->upper_squared, margin) << "seed " << seed << '\n' << text_of(points);
    ASSERT_LE(bounds->lower_squared, margin) << "seed " << seed << '\n' << text_of(points);
    ++asked;
    half += bounds->upper_squared <= 4 * margin ? 1 : 0;
  }
  EXPECT_GT(asked, 300);
  EXPECT_GT(half, asked / 2);
}

TEST(Sprint, EndsWhereNothingSeparates) {
  int asked = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Points points = random_points(seed, 9, 3);
    const auto x = plain_rows(points);
    const SolverRows z(x, x, points.y, points.bias, Form::dense);
    if (decide(*z, {}).value().verdict == Verdict::separable) continue;
    ASSERT_FALSE(sprint(*z, {})) << "seed " << seed << '\n' << text_of(points);
    ++asked;
  }
  EXPECT_GT(asked, 50);
}

/// Rows of one class are a million times as long as those of the other: both keep multipliers.
TEST(Sprint, BothClassesHaveMultipliers) {
  Points points = random_points(3, 9, 3);
  points.bias = true;
  points.x = {{1000000, 0}, {2000000, 1}, {1, -1}, {0, 1}};
  points.y = {1, 1, -1, -1};
  const auto x = plain_rows(points);
  const SolverRows z(x, x, points.y, true, Form::sparse);
  const Decision decision = decide(*z, {}).value();
  ASSERT_EQ(decision.verdict, Verdict::separable);
  const auto found = sprint(*z, {});
  ASSERT_TRUE(found);
  const auto bounds = margin_bounds(*z, MarginKind::geometric, decision.weights, found->hull, {}).value();
  ASSERT_TRUE(bounds);
  const mpq_class margin = reference::squared_geometric_margin(x, points.y)->squared;
  EXPECT_GE(bounds->upper_squared, margin);
  EXPECT_LE(bounds->lower_squared, margin);
}

TEST(Sprint, EndsWithItsToken) {
  const Points points = random_points(0, 9, 3);
  const auto x = plain_rows(points);
  const SolverRows z(x, x, points.y, points.bias, Form::dense);
  DecideOptions options;
  options.stop = StopToken([] { return Halt::interrupt; });
  EXPECT_FALSE(sprint(*z, options));
}

}  // namespace
}  // namespace halfspace::test
