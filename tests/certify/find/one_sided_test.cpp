// Rows off the threshold of a column that separates alone: on small sets the exact reference has none of them in a
// witness, the rest has the verdict of all, and weights of the rest become weights of all.
#include "certify/find/one_sided.hpp"

#include <gtest/gtest.h>

#include "certify/cases.hpp"
#include "certify/find/decide.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

constexpr Form forms[] = {Form::dense, Form::sparse, Form::fetched};  // NOLINT(cppcoreguidelines-avoid-c-arrays)

/// About the rows of no level; separable, with no weights, where there are none.
Decision decision_of_others(const SignedRows& z, const OneSidedRows& sided) {
  Decision none;
  none.verdict = Verdict::separable;
  if (sided.count == z.rows()) return none;
  DecideOptions others;
  others.peel = false;
  for (const bool out : sided.out) others.only.push_back(!out);
  return decide(z, others).value();
}

void expect_lifted(const SignedRows& z, const OneSidedRows& sided, const ExactWeights& others, const Points& points) {
  const auto w = lifted_over(z, sided, others, {});
  ASSERT_TRUE(w && w.value()) << text_of(points);
  EXPECT_TRUE(all_positive(z, *w.value(), std::vector<bool>(z.rows()), 1).value()) << text_of(points);
}

TEST(OneSided, RowsAreInNoWitness) {
  int levels = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Points points = random_points(seed, 9, 4);
    const auto x = plain_rows(points);
    const SolverRows z(x, x, points.y, points.bias, forms[seed % 3]);
    const OneSidedRows sided = one_sided_rows(*z, 0, {});
    levels = std::max(levels, static_cast<int>(sided.levels.size()));
    std::uint64_t count = 0;
    for (const OneSidedLevel& level : sided.levels) {
      for (const std::uint64_t i : level.rows) {
        EXPECT_TRUE(sided.out[i]);
        ++count;
      }
    }
    EXPECT_EQ(count, sided.count);
    const auto answer = reference::reference_verdict(signed_rows(points));
    for (std::size_t i = 0; i < sided.out.size(); ++i) {
      if (sided.out[i]) {
        EXPECT_EQ(answer.lambda[i], 0) << "seed " << seed << ", row " << i << '\n' << text_of(points);
      }
    }
  }
  EXPECT_GT(levels, 1);
}

TEST(OneSided, WeightsOfTheOtherRowsBecomeThoseOfAll) {
  int lifted = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Points points = random_points(seed, 12, 4);
    const auto x = plain_rows(points);
    const SolverRows z(x, x, points.y, points.bias, forms[seed % 3]);
    const OneSidedRows sided = one_sided_rows(*z, 0, {});
    if (sided.count == 0) continue;
    const Decision others = decision_of_others(*z, sided);
    const Decision all = decide(*z, {}).value();
    ASSERT_EQ(others.verdict == Verdict::separable, all.verdict == Verdict::separable) << text_of(points);
    if (others.verdict != Verdict::separable) continue;
    expect_lifted(*z, sided, others.weights, points);
    ++lifted;
  }
  EXPECT_GT(lifted, 100);
}

/// The same points moved to decimals that doubles do not tell from others.
TEST(OneSided, ThresholdsAreThoseOfTheText) {
  const mpq_class away = decimal_value("0.12345678901234567891");
  int lifted = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Points points = random_points(seed, 12, 4);
    if (!points.bias) continue;
    auto x = plain_rows(points);
    for (auto& row : x)
      for (auto& v : row) v += away;
    auto doubles = x;
    for (auto& row : doubles)
      for (auto& v : row) v = nearest_double(v);
    const SolverRows z(x, doubles, points.y, true, Form::fetched);
    const Decision all = decide(*z, {}).value();
    const OneSidedRows sided = one_sided_rows(*z, 0, {});
    if (sided.count == 0 || all.verdict != Verdict::separable) continue;
    expect_lifted(*z, sided, decision_of_others(*z, sided).weights, points);
    ++lifted;
  }
  EXPECT_GT(lifted, 20);
}

/// From 256 columns on such rows leave before the first question: constant columns beside the points change no verdict.
TEST(OneSided, ManyColumnsHaveTheVerdictOfFew) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Points points = random_points(seed, 12, 4);
    Points wide = points;
    for (auto& row : wide.x) row.resize(row.size() + 256, 0);
    const auto x = plain_rows(wide);
    const SolverRows z(x, x, wide.y, wide.bias, forms[seed % 3]);
    const Decision decision = decide(*z, {}).value();
    const auto expected = reference::reference_verdict(signed_rows(points)).verdict;
    ASSERT_EQ(name_of(decision.verdict), reference::name(expected)) << "seed " << seed << '\n' << text_of(points);
    if (decision.verdict == Verdict::overlapping) continue;
    const RowSigns signs = signs_of(*z, decision.weights, 1).value();
    EXPECT_TRUE(signs.negative.empty());
    EXPECT_EQ(signs.zero.empty(), decision.verdict == Verdict::separable);
    EXPECT_GT(signs.positive, 0U);
  }
}

}  // namespace
}  // namespace halfspace::test
