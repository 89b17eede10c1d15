// The cases are what they say: every verdict occurs often, and each near-degenerate text has the verdict written beside
// it.
#include "certify/cases.hpp"

#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace::test {
namespace {

TEST(Cases, RandomPointsHaveEveryVerdictAndTheReferenceAgreesWithEnumeration) {
  std::map<std::pair<bool, std::string>, int> count;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Points points = random_points(seed, 11, 3);
    const auto z = signed_rows(points);
    const auto answer = reference::reference_verdict(z);
    ASSERT_TRUE(reference::proves(z, answer)) << text_of(points);
    ASSERT_EQ(answer.verdict, reference::verdict_by_circuits(z)) << text_of(points);
    ++count[{points.bias, reference::name(answer.verdict)}];
  }
  for (const bool bias : {false, true}) {
    for (const char* verdict : {"separable", "quasi-separable", "overlapping"})
      EXPECT_GE((count[{bias, verdict}]), 100) << verdict << (bias ? " with" : " without") << " a bias";
  }
}

// A verdict depends on the sides of planes only: scaling rows and columns by positive numbers and exchanging the
// classes keep it.
RC_GTEST_PROP(Cases, VerdictsKeepUnderScalingAndExchange, ()) {
  const Points points = arbitrary_points(12, 4);
  auto z = signed_rows(points);
  const auto verdict = reference::reference_verdict(z).verdict;
  for (auto& row : z) {
    const int factor = *rc::gen::inRange(1, 4);
    for (mpq_class& value : row) value *= -factor;
    row[0] /= 7;
  }
  RC_ASSERT(reference::reference_verdict(z).verdict == verdict);
}

TEST(Cases, DecimalsMeanWhatTheySay) {
  EXPECT_EQ(decimal_value("0.1"), mpq_class(1, 10));
  EXPECT_EQ(decimal_value("-12.50e-1"), mpq_class(-5, 4));
  EXPECT_EQ(decimal_value("+.5E2"), 50);
  EXPECT_EQ(decimal_value("007"), 7);
  EXPECT_EQ(decimal_value("-0"), 0);
}

TEST(Cases, NearDegenerateTextsHaveTheirVerdicts) {
  const auto cases = near_degenerate();
  EXPECT_GE(cases.size(), 20U);
  int differ = 0;
  for (const NearDegenerate& c : cases) {
    const auto z = signed_rows(c.x, c.y, c.bias);
    const auto exact = reference::reference_verdict(z);
    EXPECT_TRUE(reference::proves(z, exact)) << c.file;
    EXPECT_EQ(reference::name(exact.verdict), c.exact) << c.file;
    const auto rounded = reference::reference_verdict(signed_rows(c.rounded_x, c.y, c.bias));
    EXPECT_EQ(reference::name(rounded.verdict), c.rounded) << c.file << " rounded to doubles";
    differ += c.exact != c.rounded ? 1 : 0;
  }
  EXPECT_GE(differ, 12);
}

}  // namespace
}  // namespace halfspace::test
