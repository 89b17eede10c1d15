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
    const auto found = sprint(*z, {});  // decide() checks its weights exactly
    for (const Multiplier& m : found ? found->hull : std::vector<Multiplier>()) ASSERT_GT(m.value, 0);
    ++asked;
  }
  EXPECT_GT(asked, 50);
}

}  // namespace
}  // namespace halfspace::test
