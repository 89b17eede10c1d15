// find_margin() on separable small sets: few rows carry the margin, so it is the reference's fraction.
#include "certify/find/margin.hpp"

#include <set>

#include <gtest/gtest.h>

#include "certify/cases.hpp"
#include "certify/reference_margin.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

mpq_class right_margin(const Points& points, MarginKind kind) {
  return kind == MarginKind::augmented ? reference::squared_margin(signed_rows(points)).squared
                                       : reference::squared_geometric_margin(plain_rows(points), points.y)->squared;
}

TEST(FindMargin, IsTheReferencesFraction) {
  int asked = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Points points = random_points(seed, 9, 3);
    const auto x = plain_rows(points);
    const SolverRows z(x, x, points.y, points.bias, Form::dense);
    const Decision decision = decide(*z, {}).value();
    if (decision.verdict != Verdict::separable) continue;
    const std::set<int> classes(points.y.begin(), points.y.end());
    for (const MarginKind kind : {MarginKind::augmented, MarginKind::geometric}) {
      if (kind == MarginKind::geometric && (!points.bias || classes.size() < 2)) continue;
      ++asked;
      const auto found = find_margin(*z, kind, decision.weights, {}).value();
      ASSERT_TRUE(found) << "seed " << seed;
      ASSERT_EQ(found->lower_squared, right_margin(points, kind)) << "seed " << seed << '\n' << text_of(points);
      ASSERT_EQ(found->upper_squared, found->lower_squared) << "seed " << seed << '\n' << text_of(points);
    }
  }
  EXPECT_GT(asked, 300);
}

}  // namespace
}  // namespace halfspace::test
