// The drawers on scenes: escapes, widths, the character sheet, and golden files.
#include <algorithm>
#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "plot/calibration_plot.hpp"
#include "plot/canvas.hpp"
#include "plot/golden.hpp"
#include "plot/mistakes_plot.hpp"
#include "plot/rank_plot.hpp"
#include "plot/svg.hpp"
#include "plot/svg_text.hpp"
#include "plot/terminal.hpp"

namespace halfspace::plot {
namespace {

/// Every style twice, beside one another, with rings and boxes, an uncommon name, a line and a region.
Figure every_mark() {
  Figure f;
  f.title = "Ten styles & <names>";
  f.description = "A picture of every mark.";
  Panel& p = f.panels.emplace_back();
  p.x = {"a < b", -1, 10, false, false, {}};
  p.y = {"\"quoted\" \xC3\xA4", 0, 3, false, false, {}};
  for (unsigned k = 0; k < 10; ++k) {
    p.marks.push_back({{static_cast<double>(k), 1}, k, k == 2, k == 3, {}});
    p.marks.push_back({{static_cast<double>(k), 2}, k, false, false, {}});
    f.legend.push_back({Sign::mark, k, {}, "class " + std::to_string(k)});
  }
  f.legend.push_back({Sign::ring, 0, {}, "mistake"});
  f.legend.push_back({Sign::box, 0, {}, "score 0"});
  f.legend.push_back({Sign::stroke, 0, {Stroke::boundary}, "boundary"});
  p.curves.push_back({{{{-1, 0}, {10, 3}}, false}, {Stroke::boundary}});
  p.tints.push_back({{{{-1, 0}, {10, 3}, {-1, 3}}}, 0});
  f.notes = {"a note"};
  return f;
}

TEST(Svg, EveryMark) {
  expect_golden("marks.svg", svg(every_mark(), {560, 300, false}));
  expect_golden("marks_dark.svg", svg(every_mark(), {560, 300, true}));
}

TEST(Svg, Mistakes) {
  expect_golden("mistakes.svg", svg(mistakes_plot({{1, 2}, {2, 5}, {4, 1}}, 5, 900.0), {480, 360, false}));
}

TEST(Terminal, EveryMark) { expect_golden("marks.txt", terminal(every_mark(), {60, 12, false})); }

TEST(Terminal, NoLineIsWiderThanAsked) {
  for (const unsigned width : {40U, 57U, 100U}) {
    std::istringstream lines(terminal(every_mark(), {width, 10, false}));
    for (std::string line; std::getline(lines, line);) {
      const auto characters = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
      EXPECT_LE(characters, width) << line;
    }
  }
}

TEST(MistakesPlot, ManyPassesShareBars) {
  const Figure f = mistakes_plot({{1, 1}, {1000000, 3}}, 1000000, {});
  ASSERT_EQ(f.panels[0].bars.size(), 100U);
  EXPECT_EQ(f.panels[0].bars[0].to, 1);
  EXPECT_EQ(f.panels[0].bars[99].to, 3);
  EXPECT_FALSE(f.panels[1].y.log);
  EXPECT_TRUE(mistakes_plot({}, 0, {}).panels[1].curves[0].line.points.empty());
}

TEST(CalibrationPlot, IntervalsOfShares) {
  const Segment half = share_interval(0.5, 10);  // Wilson's 95 % interval of 5 in 10 is 0.2366 to 0.7634
  EXPECT_NEAR(half.a.y, 0.236593, 1e-6);
  EXPECT_NEAR(half.b.y, 0.763407, 1e-6);
  EXPECT_EQ(share_interval(0, 3).a.y, 0);
  EXPECT_LT(share_interval(0, 3).b.y, 1);
  EXPECT_EQ(share_interval(1, 3).b.y, 1);
}

TEST(RankPlot, PointsThatLookAlikeAreLeftOut) {
  RankCurve c;
  for (int k = 1; k <= 1000000; ++k) c.points.push_back({k * 1e-6, std::sqrt(k * 1e-6)});
  const Figure figure = roc_plot(c);
  const Polyline& line = figure.panels[0].curves[1].line;
  EXPECT_LT(line.points.size(), 5000U);
  EXPECT_EQ(line.points.back().x, 1);
}

TEST(SvgText, EscapesMarkupControlAndBrokenBytes) {
  EXPECT_EQ(escaped("<a & \"b'>"), "&lt;a &amp; &quot;b&#39;&gt;");
  EXPECT_EQ(escaped("\x01\xFF\n"), "\\x01\\xff\\n");
  EXPECT_EQ(escaped("\xEF\xBF\xBE"), "\xEF\xBF\xBD");
  EXPECT_EQ(escaped("\xC3\xA4"), "\xC3\xA4");
}

TEST(SvgText, FittedTextIsWholeOrEndsInDots) {
  EXPECT_EQ(fitted("short", 12, 100), "short");
  const std::string cut =
      fitted(std::string(100, '\xC3').replace(0, 100, "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"), 12, 40);
  EXPECT_TRUE(cut.ends_with("\xE2\x80\xA6")) << cut;
  EXPECT_LE(text_width(cut, 12), 44);
}

TEST(Canvas, DotsLinesAndCharacters) {
  Canvas c(4, 1);
  c.dot(0, 0, -1);
  c.dot(1, 3, -1);
  c.dot(-1, 0, -1);
  c.dot(8, 0, -1);
  c.put(2, 0, "x", 39);
  EXPECT_EQ(c.row(0, false), "\u2881 x");
  EXPECT_EQ(c.row(0, true), "\u2881 \x1b[38;5;39mx\x1b[0m");
  Canvas full(2, 1);
  for (int y = 0; y < 4; ++y) full.line({0, y + 0.5}, {3, y + 0.5}, -1, 0);
  EXPECT_EQ(full.row(0, false), "\u28FF\u28FF");
}

}  // namespace
}  // namespace halfspace::plot
