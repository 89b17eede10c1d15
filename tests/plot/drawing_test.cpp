// The drawers on scenes: escapes, widths, the character sheet, and golden files.
#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>

#include <gtest/gtest.h>

#include "plot/calibration_plot.hpp"
#include "plot/canvas.hpp"
#include "plot/confusion_plot.hpp"
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

TEST(CalibrationPlot, WeightedRowsHaveNoInterval) {
  const std::vector<ProbabilityBin> bins = {{0, 0.1, 10, 0.05, 0.1}, {0.9, 1, 5, 0.95, 1}};
  const Figure plain = calibration_plot("", "", bins, false);
  const Figure weighted = calibration_plot("", "", bins, true);
  EXPECT_EQ(plain.panels[0].curves.size(), weighted.panels[0].curves.size() + bins.size());
  const auto told = [](const Figure& f) {
    return std::any_of(f.legend.begin(), f.legend.end(),
                       [](const LegendEntry& e) { return e.text.find("interval") != std::string::npos; });
  };
  EXPECT_TRUE(told(plain));
  EXPECT_FALSE(told(weighted));
}

TEST(ConfusionPlot, ClassesHaveTheirNamesOrAllHaveNumbers) {
  const std::vector<std::uint64_t> counts(144, 1);
  const auto names = [&](const std::vector<std::string>& labels, bool down) {
    const Panel p = confusion_plot("", "", labels, std::span(counts).first(labels.size() * labels.size())).panels[0];
    std::vector<std::string> out;
    for (const Tick& t : down ? p.y.names : p.x.names) out.push_back(t.text);
    return out;
  };
  const std::vector<std::string> two = {"setosa", "versicolor"};
  EXPECT_EQ(names(two, false), two);
  EXPECT_EQ(names(two, true), two);
  std::vector<std::string> twelve;
  for (int k = 0; k < 12; ++k) twelve.push_back("class number " + std::to_string(k));
  EXPECT_EQ(names(twelve, false)[11], "12");
  EXPECT_EQ(names(twelve, true)[11], "12: class number 11");
}

TEST(Cells, TextsAreCutAndNumbersAreWholeOrNotThere) {
  Figure f;
  Panel& p = f.panels.emplace_back();
  p.x = {"", 0, 10, false, false, {}};
  p.y = {"", 0, 2, false, false, {}};
  p.cells.push_back({{0, 1, 0, 1}, 0, 0, "-1.474e+06"});
  p.cells.push_back({{0, 3, 1, 2}, 0, 0, "ein Nam\xC3\xA4 ohne Ende und immer noch l\xC3\xA4nger"});
  p.bare = true;
  for (const std::string& drawn : {terminal(f, {60, 12, false}), svg(f, {})}) {
    EXPECT_EQ(drawn.find("-1.4"), std::string::npos) << drawn;
    EXPECT_NE(drawn.find("ein Nam\xC3\xA4 oh"), std::string::npos) << drawn;
    EXPECT_EQ(drawn.find("nger"), std::string::npos) << drawn;
  }
  p.cells[0].box.right = 6;
  for (const std::string& drawn : {terminal(f, {60, 12, false}), svg(f, {})})
    EXPECT_NE(drawn.find("-1.474e+06"), std::string::npos) << drawn;
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
