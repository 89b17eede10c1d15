// The hard margin on the plane is the geometry of two hulls: |w| is 2 over their distance.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
  if (r.status != Status::converged) RC_FAIL(summary(r));
  const double distance = std::min(hull_distance(up, down), hull_distance(down, up));
  RC_ASSERT(std::fabs(2 / std::hypot(r.w[0], r.w[1]) - distance) <= 1e-9 * distance);
  RC_ASSERT(r.has_kkt);
  for (const double residual : {r.kkt.stationarity, r.kkt.complementary_slackness, r.kkt.primal_feasibility,
                                r.kkt.dual_feasibility, r.kkt.bias}) {
    RC_ASSERT(residual < 1e-9);
  }
}

using Space = std::array<double, 3>;

double product(const Space& a, const Space& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// a + the multiple of `along` (of square above 0) that comes nearest to the origin; how far along.
double nearest_on_line(const Space& a, const Space& along) { return -product(a, along) / product(along, along); }

Space added(const Space& a, double t, const Space& b) { return {a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]}; }

/// From the origin to a segment.
double to_origin(const Space& a, const Space& b) {
  const Space along = added(b, -1, a);
  const double t = product(along, along) == 0 ? 0 : std::clamp(nearest_on_line(a, along), 0.0, 1.0);
  const Space at = added(a, t, along);
  return std::sqrt(product(at, at));
}

/// From the origin to the plane of a triangle, where its foot lies inside; else infinity.
double to_origin(const Space& a, const Space& b, const Space& c) {
  const Space u = added(b, -1, a);
  const Space v = added(c, -1, a);
  const double uu = product(u, u);
  const double uv = product(u, v);
  const double vv = product(v, v);
  const double det = uu * vv - uv * uv;
  const double s = (uv * product(a, v) - vv * product(a, u)) / det;
  const double t = (uv * product(a, u) - uu * product(a, v)) / det;
  if (!(det > 0 && s >= 0 && t >= 0 && s + t <= 1)) return std::numeric_limits<double>::infinity();
  const Space at = added(added(a, s, u), t, v);
  return std::sqrt(product(at, at));
}

/// A penalised bias or none: 1 over the distance of the origin from the hull of the z_i, which has a nearest point on
/// a corner, an edge or a triangle of rows.
RC_GTEST_PROP(HardMargin, IsTheDistanceOfTheHullOfSignedRows, ()) {
  LinearCase c;
  c.cols = 2;
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.C = std::numeric_limits<double>::infinity();
  o.tol = 1e-10;
  o.bias = *rc::gen::element(Bias::augmented, Bias::none);
  const bool bias = o.bias == Bias::augmented;
  const auto numbers = *rc::gen::container<std::vector<int>>(20, rc::gen::inRange(-10, 11));
  const int tilt = *rc::gen::inRange(-3, 4);
  std::vector<Space> z;
  for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) {
    const int side = 2 * numbers[k + 1] + tilt * numbers[k] + (bias ? 5 : 0);
    if (side == 0) continue;
    c.values.push_back(numbers[k]);
    c.values.push_back(numbers[k + 1]);
    c.y.push_back(side > 0 ? 1 : -1);
    const double y = c.y.back();
    z.push_back({y * numbers[k], y * numbers[k + 1], bias ? y : 0});
  }
  RC_PRE(std::count(c.y.begin(), c.y.end(), 1) > 0 && std::count(c.y.begin(), c.y.end(), -1) > 0);
  c.rows = c.y.size();
  const LinearResult r = train_case(c, o);
  if (r.status != Status::converged) RC_FAIL(summary(r));
  double least = std::numeric_limits<double>::infinity();
  for (const Space& p : z) {
    for (const Space& q : z) {
      least = std::min(least, to_origin(p, q));
      for (const Space& t : z) least = std::min(least, to_origin(p, q, t));
    }
  }
  RC_ASSERT(std::fabs(1 / std::sqrt(2 * r.primal) - least) <= 1e-9 * least);
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
      EXPECT_EQ(found.status, Status::converged) << power << ": " << found.stop_reason;
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
    EXPECT_EQ(r.value().status, Status::not_separable) << r.value().stop_reason;
  }
}

}  // namespace
}  // namespace halfspace
