#include "plot/lesson_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "plot/rows_panel.hpp"

namespace halfspace::plot {
namespace {

constexpr unsigned curve_height = 210;

std::vector<LegendEntry> class_signs(const std::array<std::string, 2>& labels) {
  return {{Sign::mark, 0, {}, labels[0] + " (+1)"}, {Sign::mark, 1, {}, labels[1] + " (-1)"}};
}

std::vector<Mark> marks_on(const std::vector<CurveRow>& rows, const std::vector<double>& values, const Panel& p) {
  std::vector<Mark> marks;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Mark mark;
    mark.at = {rows[i].at, values[i]};
    mark.style = rows[i].y > 0 ? 0 : 1;
    marks.push_back(mark);
  }
  return visible(marks, p);
}

Range ends_of(const std::vector<NamedCurve>& curves) {
  const auto& points = curves[0].line.points;
  return {points.front().x, points.back().x};
}

}  // namespace

Figure activation_plot(const std::vector<NamedCurve>& curves, const std::vector<CurveRow>& rows,
                       const std::vector<std::vector<double>>& values, const std::array<std::string, 2>& labels) {
  const Range x = ends_of(curves);
  Figure f;
  f.title = "Activations over the score s = w.x + b";
  f.height = 130 + curve_height * static_cast<unsigned>(curves.size());
  for (std::size_t k = 0; k < curves.size(); ++k) {
    Panel& p = f.panels.emplace_back();
    const auto& points = curves[k].line.points;
    const auto low = std::min_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; });
    p.x = {k + 1 == curves.size() ? "score s" : "", x.low, x.high, false, false, {}};
    p.y = {curves[k].name, low->y < -0.5 ? -1.2 : -0.12, low->y < -0.5 ? 1.2 : 1.12, false, false, {}};
    p.curves.push_back({{{{0, p.y.low}, {0, p.y.high}}, false}, {Stroke::margin}});
    p.curves.push_back({curves[k].line, {Stroke::boundary}});
    p.marks = marks_on(rows, values[k], p);
  }
  f.legend = class_signs(labels);
  f.legend.push_back({Sign::stroke, 0, {Stroke::boundary}, "activation"});
  f.legend.push_back({Sign::stroke, 0, {Stroke::margin}, "s = 0"});
  f.notes.emplace_back("sign(0) = 0; step and sigmoid count a score of 0 for +1: step(0) = 1, sigmoid(0) = 1/2.");
  f.description =
      "Sign, step and sigmoid of the score, with the " + counted(rows.size(), "row") + " on each. " + f.notes[0];
  return f;
}

Figure losses_plot(const std::vector<NamedCurve>& losses, std::size_t own, const std::vector<CurveRow>& rows,
                   const std::vector<double>& values, const std::array<std::string, 2>& labels) {
  const Range x = ends_of(losses);
  Figure f;
  f.title = "Losses over the margin m = y s";
  Panel& p = f.panels.emplace_back();
  const double most = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  p.x = {"margin m = y s", x.low, x.high, false, false, {}};
  p.y = {"loss", -0.05 * std::max(3.2, most), std::max(3.2, most * 1.05), false, false, {}};
  f.legend = class_signs(labels);
  unsigned number = 0;
  for (std::size_t k = 0; k < losses.size(); ++k) {
    const Pen pen = k == own ? Pen{Stroke::boundary} : Pen{Stroke::other, number + 2, number + 1};
    number += k == own ? 0 : 1;
    Polyline inside;
    for (const Point v : losses[k].line.points) {
      if (v.y <= p.y.high) inside.points.push_back(v);
    }
    p.curves.push_back({std::move(inside), pen});
    f.legend.push_back({Sign::stroke, 0, pen, losses[k].name + (k == own ? " (the model's)" : "")});
  }
  p.marks = marks_on(rows, values, p);
  f.notes.emplace_back("Rows lie on the loss of the model; left of 0 they are on the wrong side.");
  f.description =
      "Loss functions of the margin, with the " + counted(rows.size(), "row") + " on that of the model. " + f.notes[0];
  return f;
}

Figure pocket_plot(const std::vector<std::uint64_t>& mistakes, std::uint64_t rows) {
  Figure f;
  const std::size_t updates = mistakes.size() - 1;
  f.title = "Mistakes after each of " + counted(updates, "update");
  Panel& p = f.panels.emplace_back();
  Polyline now;
  Polyline best;
  std::uint64_t fewest = mistakes[0];
  std::size_t found = 0;
  for (std::size_t k = 0; k < mistakes.size(); ++k) {
    const auto at = static_cast<double>(k);
    now.points.push_back({at, static_cast<double>(mistakes[k])});
    if (k > 0) best.points.push_back({at, static_cast<double>(fewest)});
    if (mistakes[k] < fewest) {
      fewest = mistakes[k];
      found = k;
    }
    best.points.push_back({at, static_cast<double>(fewest)});
  }
  const auto most = static_cast<double>(*std::max_element(mistakes.begin(), mistakes.end()));
  p.x = {"update", 0, 1.02 * std::max(1.0, static_cast<double>(updates)), false, true, {}};
  p.y = {"mistakes on all rows", -0.03 * std::max(1.0, most), std::max(1.0, most) * 1.1, false, true, {}};
  p.curves.push_back({std::move(now), {Stroke::trace, 7}});
  p.curves.push_back({std::move(best), {Stroke::curve}});
  p.dots.push_back({static_cast<double>(found), static_cast<double>(fewest)});
  f.legend = {{Sign::stroke, 0, {Stroke::trace, 7}, "weights after the update"},
              {Sign::stroke, 0, {Stroke::curve}, "the pocket: fewest so far"},
              {Sign::dot, 0, {}, "the best"}};
  f.notes.push_back("Fewest: " + counted(fewest, "mistake") + " in " + counted(rows, "row") + ", after update " +
                    std::to_string(found) + "; after the last update " + std::to_string(mistakes.back()) + ".");
  f.description = "Mistakes on all rows after each update, and the fewest so far. " + f.notes[0];
  return f;
}

}  // namespace halfspace::plot
