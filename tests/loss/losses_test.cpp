// Facts every loss of losses.hpp must satisfy: slopes and curvatures are derivatives, Fenchel-Young holds with equality
// at the slope, the dual step minimises, and no margin overflows.
#include "loss/losses.hpp"

#include <cfloat>
#include <cmath>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

template <class L>
class EveryLoss : public testing::Test {};

template <class V>
struct TypesOf;
template <class... L>
struct TypesOf<std::variant<L...>> {
  using type = testing::Types<L...>;
};

TYPED_TEST_SUITE(EveryLoss, TypesOf<AnyLoss>::type);

std::vector<double> margins() {
  std::vector<double> out;
  for (int k = -60; k <= 60; ++k) out.push_back(k / 8.0 + 1.0 / 64);  // off every kink
  for (const double m : {-700.0, -40.0, 40.0, 700.0}) out.push_back(m);
  return out;
}

TYPED_TEST(EveryLoss, SlopeIsTheDerivativeOfTheValue) {
  for (const double m : margins()) {
    const double h = 1e-5;
    const double difference = (TypeParam::value(m + h) - TypeParam::value(m - h)) / (2 * h);
    EXPECT_NEAR(TypeParam::slope(m), difference, 1e-8 * (1 + std::fabs(m))) << m;
  }
}

TYPED_TEST(EveryLoss, CurvatureIsTheDerivativeOfTheSlope) {
  if constexpr (HasCurvature<TypeParam>) {
    for (const double m : margins()) {
      const double h = 1e-5;
      const double difference = (TypeParam::slope(m + h) - TypeParam::slope(m - h)) / (2 * h);
      EXPECT_NEAR(TypeParam::curvature(m), difference, 1e-8 * (1 + std::fabs(m))) << m;
      EXPECT_LE(TypeParam::curvature(m), TypeParam::most_curvature) << m;
    }
  }
}

TYPED_TEST(EveryLoss, IsConvexFallingAndAboveMinusM) {
  double before = TypeParam::least_slope;
  for (double m = -50; m <= 50; m += 0.25) {
    EXPECT_GE(TypeParam::value(m), std::max(0.0, -m));
    EXPECT_LE(TypeParam::slope(m), 0);
    EXPECT_GE(TypeParam::slope(m), before);
    before = TypeParam::slope(m);
  }
}

TYPED_TEST(EveryLoss, FenchelYoungHoldsAndIsTightAtTheSlope) {
  for (const double m : margins()) {
    const double tight = TypeParam::value(m) + TypeParam::conjugate(TypeParam::slope(m)) - TypeParam::slope(m) * m;
    EXPECT_NEAR(tight, 0, 1e-14 * (1 + m * m)) << m;
    for (double u = -5; u <= 0; u += 0.125) {
      EXPECT_GE(TypeParam::value(m) + TypeParam::conjugate(u) - u * m, -1e-12 * (1 + m * m)) << m << ' ' << u;
    }
  }
}

TYPED_TEST(EveryLoss, ConjugateIsInfiniteOffTheSlopes) {
  EXPECT_EQ(TypeParam::conjugate(1e-300), INFINITY);
  if (std::isfinite(TypeParam::least_slope)) {
    EXPECT_EQ(TypeParam::conjugate(TypeParam::least_slope * (1 + 1e-15)), INFINITY);
  }
}

TYPED_TEST(EveryLoss, ExtremeMarginsGiveNumbers) {
  for (const double m : {0.0, -0.0, DBL_MIN, -DBL_MIN, 4.9e-324, 1e8, -1e8, 1e150, -1e150, DBL_MAX}) {
    EXPECT_TRUE(std::isfinite(TypeParam::value(m))) << m;
    EXPECT_TRUE(std::isfinite(TypeParam::slope(m))) << m;
    if constexpr (HasCurvature<TypeParam>) {
      EXPECT_TRUE(std::isfinite(TypeParam::curvature(m))) << m;
    }
  }
  EXPECT_EQ(TypeParam::value(DBL_MAX), 0);
}

TYPED_TEST(EveryLoss, DualStepMinimises) {
  if constexpr (HasDualStep<TypeParam>) {
    for (const double C : {1e-6, 0.5, 3.0, 1e6}) {
      for (const double q : {1e-3, 1.0, 50.0}) {
        for (const double m : {-20.0, -1.0, 0.3, 1.0, 7.0}) {
          const double cap = std::min(-C * TypeParam::least_slope, 1e9);
          const double alpha = std::min(cap, 4.0) / 3;
          const auto f = [&](double a) {
            return C * TypeParam::conjugate(-a / C) + (a - alpha) * m + q * (a - alpha) * (a - alpha) / 2;
          };
          const double best = TypeParam::dual_step(alpha, m, q, C);
          ASSERT_GE(best, 0);
          ASSERT_LE(best, cap);
          for (const double other : {0.0, cap, best * 0.999, std::min(cap, best * 1.001), best / 2})
            EXPECT_LE(f(best), f(other) + 1e-13 * (1 + std::fabs(f(other)))) << C << ' ' << q << ' ' << m;
        }
      }
    }
  }
}

TYPED_TEST(EveryLoss, TraitsAreTrueOfItsFunctions) {
  constexpr LossTraits traits = TypeParam::traits;
  EXPECT_EQ(traits.least_at_zero, TypeParam::value(0) == 0);
  for (const double m : margins()) {
    if (traits.likelihood) {
      EXPECT_NEAR(TypeParam::value(m), LogisticLoss::value(m), 1e-15 * (1 + std::fabs(m))) << m;
    }
    if (traits.soft_margin) {
      EXPECT_EQ(TypeParam::value(m), std::max(0.0, 1 - m)) << m;
    }
  }
  for (double u = std::max(-5.0, double{TypeParam::least_slope}); u <= 0 && traits.ridge; u += 0.125)
    EXPECT_DOUBLE_EQ(TypeParam::conjugate(u), u + *traits.ridge * u * u / 2) << u;
}

TEST(Losses, OneSoftMarginAndOneLossOfEachJointRule) {
  const auto count = [](auto fit) { return names_that<LossKind>(fit).size(); };
  EXPECT_EQ(count([](LossKind k) { return traits_of(k).soft_margin; }), 1U);
  for (const Multiclass rule : {Multiclass::multinomial, Multiclass::crammer_singer})
    EXPECT_EQ(count([rule](LossKind k) { return traits_of(k).joint == rule; }), 1U);
}

TEST(Losses, TheListAndTheNamesAgree) {
  for (std::size_t k = 0; k < std::variant_size_v<AnyLoss>; ++k) {
    const AnyLoss loss = loss_of(static_cast<LossKind>(k));
    EXPECT_EQ(loss.index(), k);
    EXPECT_EQ(std::visit([](auto l) { return l.name; }, loss), Names<LossKind>::list[k]);
  }
}

TEST(Losses, LogisticKeepsItsDigitsFarOut) {
  EXPECT_DOUBLE_EQ(LogisticLoss::value(50), std::exp(-50.0));
  EXPECT_DOUBLE_EQ(LogisticLoss::value(-800), 800);
  EXPECT_DOUBLE_EQ(LogisticLoss::value(0), std::log(2.0));
}

TEST(LogisticLoss, AtAMarginIsItsFunctions) {
  for (double m = -800; m <= 800; m += m > -50 && m < 50 ? 0.37 : 13.7) {
    const LogisticLoss::AtMargin at = LogisticLoss::at(m);
    EXPECT_EQ(at.value, LogisticLoss::value(m)) << m;
    EXPECT_EQ(at.alpha, -LogisticLoss::slope(m)) << m;
    EXPECT_EQ(at.curvature, LogisticLoss::curvature(m)) << m;
    const double conjugate = LogisticLoss::conjugate(-at.alpha);
    EXPECT_NEAR(at.conjugate, conjugate, 0x1p-50 * (at.value + at.alpha - conjugate) + 1e-320) << m;
  }
}

}  // namespace
}  // namespace halfspace
