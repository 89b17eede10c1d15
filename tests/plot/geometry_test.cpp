#include "plot/geometry.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace::plot {
namespace {

constexpr Box box = {0, 4, 0, 2};

TEST(ClipSegment, InsideAcrossAndOutside) {
  const auto inside = clip_segment({{1, 1}, {2, 1}}, box);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->b.x, 2);
  const auto across = clip_segment({{-2, 1}, {6, 1}}, box);
  ASSERT_TRUE(across);
  EXPECT_EQ(across->a.x, 0);
  EXPECT_EQ(across->b.x, 4);
  EXPECT_FALSE(clip_segment({{-1, 3}, {5, 3}}, box));
  EXPECT_FALSE(clip_segment({{-1, 1}, {1, 3}}, box));  // touches the corner (0, 2)
  EXPECT_FALSE(clip_segment({{1, 1}, {1, 1}}, box));
}

TEST(ClipLine, LevelUprightAndDiagonal) {
  const auto level = clip_line({0, 1, -1}, box);  // y = 1
  ASSERT_TRUE(level);
  EXPECT_NEAR(level->a.y, 1, 1e-15);
  EXPECT_NEAR(std::fabs(level->a.x - level->b.x), 4, 1e-15);
  const auto upright = clip_line({-3, 0, 3}, box);  // x = 1
  ASSERT_TRUE(upright);
  EXPECT_NEAR(upright->a.x, 1, 1e-15);
  EXPECT_FALSE(clip_line({1, 0, 1}, box));  // x = -1
  EXPECT_FALSE(clip_line({0, 0, 1}, box));
  EXPECT_TRUE(clip_line({1e300, 1e300, -1e300}, box));
}

RC_GTEST_PROP(ClipLine, EndsLieOnTheLineAndOnTheBox, (int a, int b, int c)) {
  const Affine f = {static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)};
  const auto s = clip_line(f, box);
  if (!s) return;
  const double size = std::fabs(f.a) + std::fabs(f.b) + std::fabs(f.c);
  for (const Point p : {s->a, s->b}) {
    RC_ASSERT(std::fabs(f(p)) <= 1e-12 * size);
    RC_ASSERT(std::min({p.x - box.left, box.right - p.x, p.y - box.bottom, box.top - p.y}) < 1e-14);
  }
}

RC_GTEST_PROP(ClipHalfPlane, BothSidesAreTheBox, (int a, int b, int c)) {
  const Affine f = {static_cast<double>(a % 10), static_cast<double>(b % 10), static_cast<double>(c % 20)};
  double area = 0;
  for (const bool inside : {true, false}) {
    const Polygon p = clip_half_plane(f, box, inside);
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Point q = p[(k + 1) % p.size()];
      area += (p[k].x * q.y - q.x * p[k].y) / 2;
      RC_ASSERT((inside ? 1 : -1) * f(p[k]) >= -1e-9);
    }
  }
  RC_ASSERT(std::fabs(area - 8) < 1e-9);
}

double turn(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

RC_GTEST_PROP(ConvexHull, TurnsLeftAtEveryCornerAndHoldsAllPoints, ()) {
  const auto coordinate = rc::gen::inRange(-4, 5);
  const auto drawn = *rc::gen::nonEmpty<std::vector<std::pair<int, int>>>(
      rc::gen::container<std::vector<std::pair<int, int>>>(rc::gen::pair(coordinate, coordinate)));
  std::vector<Point> points;
  for (const auto& [x, y] : drawn) points.push_back({static_cast<double>(x), static_cast<double>(y)});
  const Polygon hull = convex_hull(points);
  const std::size_t n = hull.size();
  for (std::size_t k = 0; k < n && n > 2; ++k) {
    RC_ASSERT(turn(hull[k], hull[(k + 1) % n], hull[(k + 2) % n]) > 0);
    for (const Point p : points) RC_ASSERT(turn(hull[k], hull[(k + 1) % n], p) >= 0);
  }
  for (const Point p : points) {  // two corners: all points lie between them
    if (n > 2) break;
    RC_ASSERT(turn(hull.front(), hull.back(), p) == 0);
    RC_ASSERT(std::min(hull.front().x, hull.back().x) <= p.x && p.x <= std::max(hull.front().x, hull.back().x));
    RC_ASSERT(std::min(hull.front().y, hull.back().y) <= p.y && p.y <= std::max(hull.front().y, hull.back().y));
  }
}

TEST(ConvexHull, OfFewOrHugePoints) {
  EXPECT_TRUE(convex_hull({}).empty());
  EXPECT_EQ(convex_hull({{1, 2}, {1, 2}}).size(), 1U);
  EXPECT_EQ(convex_hull({{2, 2}, {0, 0}, {1, 1}}).size(), 2U);
  EXPECT_EQ(convex_hull({{-1e308, -1e308}, {1e308, -1e308}, {0, 1e308}, {0, 0}}).size(), 3U);
}

}  // namespace
}  // namespace halfspace::plot
