// What the picture of a verdict shows is what was decided: distances of rows from the lines drawn, common points inside
// hulls, and the figure's parts for each verdict.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "certify/cases.hpp"
#include "certify/signed_rows_of.hpp"
#include "plot/geometry.hpp"
#include "plot/golden.hpp"
#include "plot/svg.hpp"
#include "plot/terminal.hpp"
#include "plot/verdict_plot.hpp"

namespace halfspace::test {
namespace {

using plot::Point;

/// A random set with its decision, margin and drawing.
struct Drawn {
  explicit Drawn(const Points& points)
      : rows(plain_rows(points), plain_rows(points), points.y, points.bias, Form::dense),
        decision(halfspace::decide(*rows, {}).value()) {
    const std::set<int> classes(points.y.begin(), points.y.end());
    const MarginKind kind = points.bias ? MarginKind::geometric : MarginKind::augmented;
    if (decision.verdict == Verdict::separable && (!points.bias || classes.size() == 2))
      margin = find_margin(*rows, kind, decision.weights, {}).value();
    drawing = plot::separation_of(*rows, {"minus", "plus"}, decision, margin, 1).value();
  }

  SolverRows rows;
  halfspace::Decision decision;
  std::optional<Margin> margin;
  plot::Separation drawing;
};

template <class F>
void for_each_set(F&& f) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Points points = random_points(seed, 12, 2);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text_of(points));
    f(Drawn(points));
  }
}

/// Sets whose drawing doubles hold to within the tolerances below: none far from the origin.
template <class F>
void for_each_near_set(F&& f) {
  for_each_set([&](const Drawn& d) {
    const auto far = [](Point p) { return std::fabs(p.x) > 1000 || std::fabs(p.y) > 1000; };
    if (std::none_of(d.drawing.points.begin(), d.drawing.points.end(), far)) f(d);
  });
}

/// Is p in the hull of these points, but for rounding?
bool in_hull(Point p, const std::vector<Point>& points) {
  constexpr double rounding = 1e-9;
  const plot::Polygon hull = plot::convex_hull(points);
  const std::size_t n = hull.size();
  for (std::size_t k = 0; k < n; ++k) {
    const Point a = hull[k];
    const Point b = hull[(k + 1) % n];
    if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < -rounding) return false;
  }
  const auto [left, right] = std::minmax_element(hull.begin(), hull.end(), [](Point a, Point b) { return a.x < b.x; });
  const auto [low, high] = std::minmax_element(hull.begin(), hull.end(), [](Point a, Point b) { return a.y < b.y; });
  return n > 0 && p.x >= left->x - rounding && p.x <= right->x + rounding && p.y >= low->y - rounding &&
         p.y <= high->y + rounding;
}

TEST(SeparationOf, RowsOnTheMarginAreTheClosest) {
  int drawn = 0;
  for_each_near_set([&](const Drawn& d) {
    const plot::Separation& s = d.drawing;
    if (d.decision.verdict != Verdict::separable || !s.line) return;
    ++drawn;
    std::vector<std::uint64_t> closest;
    for (std::size_t i = 0; i < s.points.size(); ++i) {
      const double score = s.signs[i] * (*s.line)(s.points[i]);
      EXPECT_GE(score, s.level - 1e-9);
      if (score < s.level + 1e-9) closest.push_back(i);
    }
    EXPECT_EQ(s.touching, closest);
    EXPECT_TRUE(s.widest);
    const double margin = s.level / std::hypot(s.line->a, s.line->b);
    EXPECT_NEAR(margin * margin, d.margin->lower_squared.get_d(), 1e-9 * margin * margin);
    EXPECT_TRUE(s.margin.starts_with("margin ")) << s.margin;
  });
  EXPECT_GT(drawn, 300);
}

TEST(SeparationOf, AWeakSeparatorHasNoRowOnItsWrongSide) {
  int drawn = 0;
  for_each_near_set([&](const Drawn& d) {
    const plot::Separation& s = d.drawing;
    if (d.decision.verdict != Verdict::quasi_separable) return;
    ++drawn;
    ASSERT_TRUE(s.line);
    EXPECT_EQ(s.level, 0);
    for (std::size_t i = 0; i < s.points.size(); ++i) EXPECT_GE(s.signs[i] * (*s.line)(s.points[i]), -1e-9);
    for (const std::uint64_t i : s.touching) EXPECT_NEAR((*s.line)(s.points[i]), 0, 1e-9);
    for (const plot::WitnessRow& w : s.witness)
      EXPECT_TRUE(std::binary_search(s.touching.begin(), s.touching.end(), w.row));
  });
  EXPECT_GT(drawn, 100);
}

TEST(SeparationOf, TheCommonPointIsInBothHulls) {
  int drawn = 0;
  for_each_near_set([&](const Drawn& d) {
    const plot::Separation& s = d.drawing;
    EXPECT_EQ(s.witness.empty(), d.decision.verdict == Verdict::separable);
    if (s.witness.empty() || !s.bias) return;
    ++drawn;
    for (const int sign : {-1, 1}) {
      std::vector<Point> points;
      for (const plot::WitnessRow& w : s.witness) {
        if (s.signs[w.row] == sign) points.push_back(s.points[w.row]);
      }
      EXPECT_TRUE(in_hull(*s.common, points));
    }
  });
  EXPECT_GT(drawn, 300);
}

std::size_t strokes(const plot::Figure& f, plot::Stroke stroke) {
  const auto& curves = f.panels.at(0).curves;
  return static_cast<std::size_t>(
      std::count_if(curves.begin(), curves.end(), [&](const plot::Curve& c) { return c.pen.stroke == stroke; }));
}

TEST(SeparationPlot, EveryRandomSetIsDrawn) {
  for_each_set([](const Drawn& d) {
    const auto figure = plot::separation_plot(d.drawing);
    ASSERT_TRUE(figure);
    const plot::Panel& panel = figure.value().panels.at(0);
    const bool separable = d.decision.verdict == Verdict::separable;
    EXPECT_EQ(strokes(figure.value(), plot::Stroke::boundary), d.drawing.line ? 1U : 0U);
    EXPECT_EQ(panel.dots.empty(), separable);
    const auto ringed = [](const plot::Mark& m) { return m.ringed; };
    EXPECT_EQ(std::none_of(panel.marks.begin(), panel.marks.end(), ringed), separable);
  });
}

/// The corners of a square, opposite ones of one class.
plot::Separation square() {
  plot::Separation s;
  s.verdict = "overlapping";
  s.features = {{"a"}, {"b"}};
  s.classes = {"no", "yes"};
  s.points = {{0, 0}, {1, 1}, {0, 1}, {1, 0}};
  s.signs = {-1, -1, 1, 1};
  s.witness = {{0, 2}, {1, 3}, {2, 4}, {3, 5}};
  s.common = Point{0.5, 0.5};
  return s;
}

TEST(SeparationPlot, AWitnessOfFourIsTwoCrossingSegments) {
  const plot::Figure f = plot::separation_plot(square()).value();
  EXPECT_EQ(strokes(f, plot::Stroke::witness), 2U);
  EXPECT_EQ(f.notes.at(1),
            "no line separates: these 4 rows cannot all be on their right sides: yes in lines 4, 5 of the data; no in "
            "lines 2, 3");
}

TEST(SeparationPlot, OneClassIsPoints) {
  plot::Separation s = square();
  s.verdict = "separable";
  s.signs = {1, 1, 1, 1};
  s.witness.clear();
  s.common.reset();
  const plot::Figure f = plot::separation_plot(s).value();
  EXPECT_EQ(f.title, "yes: separable");
  EXPECT_TRUE(f.panels.at(0).curves.empty());
  EXPECT_EQ(f.legend.size(), 1U);
  EXPECT_EQ(f.notes, std::vector<std::string>{"4 rows of one class"});
  plot::expect_golden("one_class.svg", plot::svg(f, {}));
  plot::expect_golden("one_class.txt", plot::terminal(f, {70, 20, false}));
}

TEST(SeparationPlot, AMarginTooNarrowToSeeIsSaid) {
  plot::Separation s = square();
  s.verdict = "separable";
  s.signs = {-1, 1, 1, -1};
  s.witness.clear();
  s.common.reset();
  s.line = plot::Affine{0, 1, -0.5};
  s.margin = "margin 0.5";
  for (const double level : {0.5, 1e-5}) {
    s.level = level;
    const plot::Figure f = plot::separation_plot(s).value();
    EXPECT_EQ(strokes(f, plot::Stroke::margin), level == 0.5 ? 2U : 0U);
    EXPECT_EQ(f.notes.size(), level == 0.5 ? 1U : 2U);
  }
}

TEST(SeparationPlot, Undecided) {
  plot::Separation s = square();
  s.verdict = "undecided";
  s.reason = "stopped";
  s.witness.clear();
  s.common.reset();
  EXPECT_EQ(plot::separation_plot(s).value().notes.back(), "stopped");
}

TEST(SeparationPlot, Refusals) {
  for (const std::size_t features : {0U, 3U}) {
    plot::Separation s = square();
    s.features.resize(features);
    EXPECT_EQ(plot::separation_plot(s).error().code, Code::usage);
  }
  plot::Separation wide = square();
  wide.points[0].x = -1.7e308;
  wide.points[1].x = 1.7e308;
  EXPECT_NE(plot::separation_plot(wide).error().message.find("too far apart"), std::string::npos);
  wide.points.clear();
  EXPECT_EQ(plot::separation_plot(wide).error().code, Code::bad_data);
}

}  // namespace
}  // namespace halfspace::test
