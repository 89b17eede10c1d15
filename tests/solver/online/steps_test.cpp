// Steps of online learners against bisection of the equations that define them.
#include "solver/online/steps.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

/// The root of h = c σ(-(m + q h)) by halving [0, c σ(-m)] while doubles lie between.
double by_bisection(double m, double q, double c) {
  double low = 0;
  double high = -c * LogisticLoss::slope(m);
  for (;;) {
    const double h = (low + high) / 2;
    if (!(low < h && h < high)) return h;
    (h + c * LogisticLoss::slope(m + q * h) > 0 ? high : low) = h;
  }
}

void expect_root(double m, double q, double c) {
  const double h = by_bisection(m, q, c);
  EXPECT_NEAR(step_length<LogisticLoss>(m, q, c), h, 1e-11 * h) << m << ' ' << q << ' ' << c;
  EXPECT_NEAR(LogisticLoss::dual_step(0, m, q, c), h, 1e-10 * h) << m << ' ' << q << ' ' << c;
}

TEST(LogisticStep, IsTheRootAtEveryMagnitude) {
  for (const double c : {1e-3, 1.0, 250.0}) {
    for (double q = 1e-12; q <= 1e12; q *= 10) {
      for (double m = -700; m <= 700; m += 17.5) expect_root(m, q, c);
    }
  }
}

TEST(LogisticStep, IsTheRootWhereNewtonsMethodCycles) {
  expect_root(-3.43993, 17.0576, 1);
  expect_root(-2.72597, 939.991, 1);
  Rng rng(7, Stream::probe);
  for (int k = 0; k < 20000; ++k) {
    const double m = 1e-3 * static_cast<double>(rng.bounded(20001)) - 10;
    const double q = 1e-3 * static_cast<double>(rng.bounded(3000000)) + 1;
    expect_root(m, q, 1);
  }
}

TEST(LogisticStep, OfARowWithoutLengthIsNone) { EXPECT_EQ(step_length<LogisticLoss>(-1, 0, 1), 0); }

}  // namespace
}  // namespace halfspace
