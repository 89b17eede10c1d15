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

}  // namespace
}  // namespace halfspace::plot
