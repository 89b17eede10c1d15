#include "plot/contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "plot/decision.hpp"

namespace halfspace::plot {
namespace {

constexpr Box square = {-2, 2, -2, 2};

double length_of(const Polyline& line) {
  double sum = 0;
  const std::size_t n = line.points.size();
  for (std::size_t k = 0; k + (line.closed ? 0 : 1) < n; ++k) {
    const Point a = line.points[k];
    const Point b = line.points[(k + 1) % n];
    sum += std::hypot(b.x - a.x, b.y - a.y);
  }
  return sum;
}

double area_of(const std::vector<Polygon>& polygons) {
  double sum = 0;
  for (const Polygon& p : polygons) {
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Point a = p[k];
      const Point b = p[(k + 1) % p.size()];
      sum += (a.x * b.y - b.x * a.y) / 2;
    }
  }
  return sum;
}

double circle(Point p) { return 1 - p.x * p.x - p.y * p.y; }

TEST(Contour, ACircleIsOneClosedLineOfItsLength) {
  Contour c(circle, 0, square, 64, 64);
  const auto lines = c.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].closed);
  EXPECT_NEAR(length_of(lines[0]), 2 * std::numbers::pi, 0.01);
  for (const Point p : lines[0].points) EXPECT_NEAR(std::hypot(p.x, p.y), 1, 1e-9);
}

TEST(Contour, ItsRegionsFillTheBox) {
  Contour c(circle, 0, square, 64, 64);
  EXPECT_NEAR(area_of(c.region(true)), std::numbers::pi, 0.01);
  EXPECT_NEAR(area_of(c.region(true)) + area_of(c.region(false)), 16, 1e-9);
}

TEST(Contour, AJumpIsFoundAsExactlyAsASlope) {
  const auto lines = Contour([](Point p) { return p.x >= 0.3 ? 1.0 : -1.0; }, 0, square, 7, 7).lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_FALSE(lines[0].closed);
  for (const Point p : lines[0].points) EXPECT_NEAR(p.x, 0.3, 1e-11);
}

TEST(Contour, NoLineWhereTheLevelIsNotMet) {
  Contour c(circle, 5, square, 8, 8);
  EXPECT_TRUE(c.lines().empty());
  EXPECT_TRUE(c.region(true).empty());
  EXPECT_NEAR(area_of(c.region(false)), 16, 1e-12);
}

RC_GTEST_PROP(Contour, SaddlesKeepAreaAndEveryPoint, (const std::array<int, 16>& corner)) {
  const auto f = [&](Point p) {  // whole numbers at the points of a 4 x 4 grid, bilinear between
    const auto i = std::min(2.0, std::floor(p.x));
    const auto j = std::min(2.0, std::floor(p.y));
    const auto v = [&](double a, double b) {
      const int c = corner[static_cast<std::size_t>(4 * (j + b) + i + a)];
      return (c % 2 == 0 ? 1.0 : -1.0) * (1 + std::abs(c % 5));
    };
    return std::lerp(std::lerp(v(0, 0), v(1, 0), p.x - i), std::lerp(v(0, 1), v(1, 1), p.x - i), p.y - j);
  };
  Contour c(f, 0, {0, 3, 0, 3}, 3, 3);
  std::size_t points = 0;
  for (const Polyline& line : c.lines()) {
    points += line.points.size();
    if (line.closed) continue;
    for (const Point p : {line.points.front(), line.points.back()})
      RC_ASSERT(p.x == 0 || p.x == 3 || p.y == 0 || p.y == 3);
  }
  std::size_t changes = 0;
  for (int k = 0; k < 16; ++k) {
    const Point p = {static_cast<double>(k % 4), static_cast<double>(k / 4)};
    changes += p.x < 3 && (f(p) >= 0) != (f({p.x + 1, p.y}) >= 0) ? 1U : 0U;
    changes += p.y < 3 && (f(p) >= 0) != (f({p.x, p.y + 1}) >= 0) ? 1U : 0U;
  }
  RC_ASSERT(points == changes);
  RC_ASSERT(std::fabs(area_of(c.region(true)) + area_of(c.region(false)) - 9) < 1e-9);
}

TEST(Decision, TheGridFindsTheExactLine) {
  const Affine f = {1, -2, 0.3};
  const Decision exact = decide(f, square);
  const Decision grid = decide(
      [&](std::span<const Point> at, std::span<double> out) { std::transform(at.begin(), at.end(), out.begin(), f); },
      1, square, 16);
  ASSERT_EQ(exact.boundary.size(), 1U);
  ASSERT_EQ(grid.boundary.size(), 1U);
  EXPECT_NEAR(length_of(exact.boundary[0]), length_of(grid.boundary[0]), 1e-9);
  for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(area_of(exact.regions[k]), area_of(grid.regions[k]), 1e-9);
}

TEST(Decision, ThreeClassesMeetWhereTwoScoresAreEqual) {
  const std::array<Point, 3> centres = {{{-1, -1}, {1, -1}, {0, 1}}};
  const auto scores = [&](Point p, std::span<double> s) {
    for (std::size_t k = 0; k < 3; ++k) s[k] = -std::hypot(p.x - centres[k].x, p.y - centres[k].y);
  };
  const auto all = [&](std::span<const Point> at, std::span<double> s) {
    for (std::size_t i = 0; i < at.size(); ++i) scores(at[i], s.subspan(3 * i, 3));
  };
  const Decision d = decide(all, 3, square, 32);
  double area = 0;
  for (const auto& region : d.regions) area += area_of(region);
  EXPECT_NEAR(area, 16, 1e-3);  // the cell where the three meet is looked at again
  for (const Polyline& line : d.boundary) {
    for (const Point p : line.points) {
      std::array<double, 3> s{};
      scores(p, s);
      std::sort(s.begin(), s.end());
      EXPECT_NEAR(s[1], s[2], 1e-9);
    }
  }
}

/// The regions of affine scores are convex and fill the box, however narrow a wedge of one is.
RC_GTEST_PROP(Decision, AffineClassesFillTheBox, ()) {
  std::vector<Affine> scores;
  for (int k = *rc::gen::inRange(2, 7); k > 0; --k) {
    const auto number = [] { return *rc::gen::inRange(-60, 60) / 20.0; };
    scores.push_back({number(), number(), number()});
  }
  const Decision d = decide(scores, square);
  double area = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    area += area_of(d.regions[k]);
    for (const Polygon& p : d.regions[k]) {
      for (const Point corner : p) {
        for (const Affine& other : scores) RC_ASSERT(scores[k](corner) > other(corner) - 1e-9);
      }
    }
  }
  RC_ASSERT(std::fabs(area - 16) < 1e-9);
  for (const Polyline& line : d.boundary) {
    for (const Point p : line.points) {
      std::vector<double> s(scores.size());
      std::transform(scores.begin(), scores.end(), s.begin(), [&](const Affine& f) { return f(p); });
      std::sort(s.begin(), s.end(), std::greater<>());
      RC_ASSERT(s[0] - s[1] < 1e-9);
    }
  }
}

TEST(Decision, ANarrowWedgeIsColoured) {
  const std::array<Affine, 3> scores = {{{0, 1, 0}, {0, -1, 0}, {1.001, 0, -0.02}}};  // the third between the others
  const Decision d = decide(scores, square);
  double area = 0;
  for (const auto& region : d.regions) area += area_of(region);
  EXPECT_NEAR(area, 16, 1e-9);
  EXPECT_EQ(d.boundary.size(), 3U);
}

TEST(Decision, ALineBetweenTwoClassesIsDrawnOnce) {
  const auto bands = [](std::span<const Point> at, std::span<double> s) {  // class 0, 1, 2 from left to right
    for (std::size_t i = 0; i < at.size(); ++i) {
      const std::array<double, 3> score = {-at[i].x - 0.5, 0, at[i].x - 0.7};
      std::copy(score.begin(), score.end(), s.begin() + static_cast<std::ptrdiff_t>(3 * i));
    }
  };
  const Decision d = decide(bands, 3, square, 16);
  ASSERT_EQ(d.boundary.size(), 2U);
  for (const Polyline& line : d.boundary) EXPECT_NEAR(length_of(line), square.top - square.bottom, 1e-9);
}

}  // namespace
}  // namespace halfspace::plot
