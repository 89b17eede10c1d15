// The loss of multinomial regression and its softmax.
#include "loss/softmax.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "loss/losses.hpp"

namespace halfspace {
namespace {

TEST(SoftmaxLoss, OfTwoClassesIsTheLogisticLossOfTheirDifference) {
  for (const double m : {-800.0, -3.5, -1e-9, 0.0, 0.25, 40.0, 900.0}) {
    std::array<double, 2> s = {1.5, 1.5 + m};
    EXPECT_NEAR(softmax(s, 1), LogisticLoss::value(m), 4e-16 * (1 + std::fabs(m)));
    EXPECT_NEAR(s[0], -LogisticLoss::slope(m), 1e-15);
    EXPECT_EQ(s[0], s[1]);  // 1 - p_y
  }
}

TEST(SoftmaxLoss, OfEqualScoresIsTheLogarithmOfTheirNumber) {
  std::array<double, 5> s = {-7, -7, -7, -7, -7};
  EXPECT_NEAR(softmax(s, 2), std::log(5.0), 1e-15);
  for (const std::size_t k : {0U, 1U, 3U, 4U}) EXPECT_NEAR(s.at(k), 0.2, 1e-16);
  EXPECT_NEAR(s[2], 0.8, 2e-16);
}

TEST(SoftmaxLoss, KeepsTheDigitsOfSmallProbabilities) {
  std::array<double, 3> s = {50, 0, -20};
  const double others = std::exp(-50.0) + std::exp(-70.0);
  EXPECT_NEAR(softmax(s, 0) / others, 1, 1e-14);  // log(1 + x) - x is beyond its digits
  EXPECT_NEAR(s[0] / others, 1, 1e-14);           // where 1 - p would be 0
}

}  // namespace
}  // namespace halfspace
