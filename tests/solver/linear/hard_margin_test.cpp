// The hard margin on the plane is the geometry of two hulls: |w| is 2 over their distance.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

struct Point {
  double x, y;
};

double to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  const double t = square == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// Of two disjoint hulls in the plane: a corner of one and a segment of the other.
double hull_distance(const std::vector<Point>& p, const std::vector<Point>& q) {
  double least = std::numeric_limits<double>::infinity();
  for (const Point a : p) {
    for (const Point b : p) {
      for (const Point c : q) least = std::min(least, to_segment(c, a, b));
    }
  }
  return least;
}

RC_GTEST_PROP(HardMargin, IsHalfTheDistanceOfTheHulls, ()) {
  LinearCase c;
  c.cols = 2;
  std::vector<Point> up;
  std::vector<Point> down;
  const auto numbers = *rc::gen::container<std::vector<int>>(24, rc::gen::inRange(-10, 11));
  const int tilt = *rc::gen::inRange(-3, 4);
  for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) {
    const int side = 2 * numbers[k + 1] + tilt * numbers[k] + 1;  // odd or even: 0 for some rows, which go
    if (side == 0) continue;
    c.values.push_back(numbers[k]);
    c.values.push_back(numbers[k + 1]);
    c.y.push_back(side > 0 ? 1 : -1);
    const Point p{static_cast<double>(numbers[k]), static_cast<double>(numbers[k + 1])};
    (side > 0 ? up : down).push_back(p);
  }
  RC_PRE(!up.empty() && !down.empty());
  c.rows = c.y.size();
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.C = std::numeric_limits<double>::infinity();
  if (*rc::gen::arbitrary<bool>()) o.tol = 1e-10;
  o.solver = *rc::gen::element(LinearSolver::automatic, LinearSolver::dual_cd);
  if (o.solver == LinearSolver::dual_cd) o.tol = 1e-10;
  const LinearResult r = train_case(c, o);
  if (r.status != LinearStatus::converged) RC_FAIL(told(r));
  const double distance = std::min(hull_distance(up, down), hull_distance(down, up));
  RC_ASSERT(std::fabs(2 / std::hypot(r.w[0], r.w[1]) - distance) <= 1e-9 * distance);
  RC_ASSERT(r.has_kkt);
  for (const double residual : {r.kkt.stationarity, r.kkt.complementary_slackness, r.kkt.primal_feasibility,
                                r.kkt.dual_feasibility, r.kkt.bias}) {
    RC_ASSERT(residual < 1e-9);
  }
}

/// Two walls of 13 points along (3, 4), 60 long, and 10 `thin` apart. All coordinates are exact.
LinearCase walls(double thin) {
  LinearCase c;
  c.cols = 2;
  for (int k = -6; k <= 6; ++k) {
    for (const int side : {-1, 1}) {
      c.values.push_back(3 * k - 4 * side * thin);
      c.values.push_back(4 * k + 3 * side * thin);
      c.y.push_back(static_cast<std::int8_t>(side));
    }
  }
  c.rows = c.y.size();
  return c;
}

/// Residuals are held against what they are differences of: w is a sum of α_i z_i, the sum of α is |w|^2.
TEST(HardMargin, IsExactWhereTheGapIsThin) {
  for (const int power : {3, 6, 9, 12, 15, 18}) {  // of 2: down to 6e-7 of the longest row
    const double thin = std::ldexp(1.0, -power);
    const LinearCase c = walls(thin);
    LinearOptions o;
    o.loss = LossKind::hinge;
    o.C = std::numeric_limits<double>::infinity();
    o.tol = std::max(1e-10, 1e-14 / thin);  // w itself is rounded, along the walls
    for (const Bias bias : {Bias::free, Bias::none}) {
      o.bias = bias;
      const auto r = train_linear({c.dense(), c.y, {}}, o, {});
      ASSERT_TRUE(r.ok());
      const LinearResult& found = r.value();
      const double length = std::hypot(found.w[0], found.w[1]);
      EXPECT_EQ(found.status, LinearStatus::converged) << power << ": " << found.stop_reason;
      EXPECT_EQ(found.solver, "min-norm");
      EXPECT_LE(found.gap, o.tol * found.primal);
      EXPECT_NEAR(length * 5 * thin, 1, o.tol);
      EXPECT_LE(found.kkt.stationarity, 1e-9 * length);
      EXPECT_LE(found.kkt.complementary_slackness, 1e-9 * 2 * found.primal);
      EXPECT_LE(found.kkt.primal_feasibility, 1e-9);
      EXPECT_EQ(found.kkt.dual_feasibility, 0);
      EXPECT_LE(found.kkt.bias, 1e-9 * 2 * found.primal);
    }
  }
}

/// Separable: 40 rows of 8 of 1500 columns, on the sides that random weights give them.
LinearCase wide_case(Rng& rng) {
  LinearCase c;
  c.rows = 40;
  c.cols = 1500;
  c.values.assign(c.rows * c.cols, 0.0);
  for (std::size_t i = 0; i < c.rows; ++i) {
    double score = 0;
    for (int k = 0; k < 8; ++k) {
      const std::size_t j = k < 2 ? rng.bounded(20) : rng.bounded(c.cols);
      const double value = static_cast<double>(rng.bounded(9)) - 4 + 0.5;
      c.values[i * c.cols + j] = value;
      score += value * (j % 2 == 0 ? 1 : -1);
    }
    c.y.push_back(score > 0 ? 1 : -1);
  }
  c.y[0] = 1;
  c.y[1] = -1;
  return c;
}

TEST(HardMargin, MultipliersAgreeWithHullsOnWideData) {
  Rng rng(5, Stream::probe);
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    for (int trial = 0; trial < 3; ++trial) {
      const LinearCase c = wide_case(rng);
      LinearOptions o;
      o.loss = LossKind::hinge;
      o.C = std::numeric_limits<double>::infinity();
      o.bias = bias;
      o.tol = 1e-7;
      const auto many = train_linear({c.sparse(), c.y, {}}, o, {});
      o.solver = LinearSolver::min_norm;
      const auto hulls = train_linear({c.sparse(), c.y, {}}, o, {});
      ASSERT_TRUE(many.ok() && hulls.ok());
      EXPECT_EQ(many.value().solver, "multipliers");
      EXPECT_EQ(many.value().status, LinearStatus::converged) << many.value().stop_reason;
      EXPECT_NEAR(many.value().primal, hulls.value().primal, many.value().gap + hulls.value().gap);
    }
  }
}

TEST(HardMargin, WideDataWithoutOneEnds) {
  Rng rng(6, Stream::probe);
  LinearCase c = wide_case(rng);
  for (std::size_t j = 0; j < c.cols; ++j) c.values[c.cols + j] = c.values[j];  // rows 0 and 1, of both classes
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    LinearOptions o;
    o.loss = LossKind::hinge;
    o.C = std::numeric_limits<double>::infinity();
    o.bias = bias;
    const auto r = train_linear({c.sparse(), c.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, LinearStatus::not_separable) << r.value().stop_reason;
  }
}

TEST(HardMargin, StoppedBeforeAnAnswerTheGapIsNotKnown) {
  Rng rng(7, Stream::probe);
  const LinearCase c = wide_case(rng);
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.C = std::numeric_limits<double>::infinity();
  LinearObserver observer;
  observer.round = [](const LinearProgress&) { return Halt::timeout; };
  for (const LinearSolver solver : {LinearSolver::automatic, LinearSolver::min_norm}) {
    o.solver = solver;
    const auto r = train_linear({c.sparse(), c.y, {}}, o, observer);
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, LinearStatus::timeout);
    EXPECT_TRUE(std::isinf(r.value().gap));
  }
}

TEST(HardMargin, EndsWithoutOneWhereTheClassesOverlap) {
  LinearCase c;
  c.rows = 4;
  c.cols = 2;
  c.values = {0, 0, 1, 1, 0, 1, 1, 0};
  c.y = {1, 1, -1, -1};
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    LinearOptions o;
    o.loss = LossKind::hinge;
    o.C = std::numeric_limits<double>::infinity();
    o.bias = bias;
    const auto r = train_linear({c.dense(), c.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, LinearStatus::not_separable) << r.value().stop_reason;
  }
}

}  // namespace
}  // namespace halfspace
