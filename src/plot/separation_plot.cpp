#include "plot/separation_plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/elementary.hpp"
#include "base/text.hpp"
#include "plot/decision.hpp"
#include "plot/rows_panel.hpp"

namespace halfspace::plot {
namespace {

constexpr double narrowest = 1.0 / 400.0;  // of the picture: a margin on one side of the separator

/// +1 has the first style.
unsigned style_of(int sign) { return sign > 0 ? 0 : 1; }

class SeparationPlot {
 public:
  explicit SeparationPlot(const Separation& s) : s_(s), one_(s.features.size() == 1), panel_(f_.panels.emplace_back()) {
    for (std::size_t i = 0; i < s.points.size(); ++i) at_.push_back(one_ ? Point{s.points[i].x, row(i)} : s.points[i]);
    for (const int sign : {1, -1}) {
      if (std::find(s.signs.begin(), s.signs.end(), sign) != s.signs.end()) present_.push_back(sign);
    }
  }

  Result<Figure> figure() {
    for (const bool y : {false, true}) {
      auto axis = axis_of(y);
      if (!axis) return axis.error();
      (y ? panel_.y : panel_.x) = std::move(axis).value();
    }
    add_marks();
    if (!s_.witness.empty() && s_.bias) add_hulls();
    if (s_.line) add_line();
    if (!s_.witness.empty()) add_witness();
    add_notes();
    add_title();
    if (one_) f_.height = 320;
    return std::move(f_);
  }

 private:
  bool separable() const { return s_.line && s_.witness.empty(); }
  const std::string& name_of(int sign) const { return s_.classes[sign > 0 ? 1 : 0]; }
  double row(std::size_t i) const { return s_.signs[i] > 0 ? 1 : 0; }
  std::string line_text() const {
    if (one_) return s_.bias ? "threshold" : "threshold at 0";
    return s_.bias ? "line" : "line through the origin";
  }

  Result<Axis> axis_of(bool y) const {
    if (y && one_) return class_axis(s_.classes);
    std::vector<double> values;
    values.reserve(at_.size() + 1);
    for (const Point p : at_) values.push_back(y ? p.y : p.x);
    if (!s_.bias) values.push_back(0);  // lines turn around the origin
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const Feature& feature = s_.features[y ? 1 : 0];
    return value_axis(feature.name, feature.named, *low, *high, "--columns");
  }

  void legend(Sign sign, unsigned style, Stroke stroke, std::string text) {
    f_.legend.push_back({sign, style, {stroke, style}, std::move(text)});
  }

  void add_marks() {
    std::vector<Mark> marks(at_.size());
    for (std::size_t i = 0; i < at_.size(); ++i) marks[i] = {at_[i], style_of(s_.signs[i]), false, false, {}};
    for (const std::uint64_t i : s_.touching) marks[i].boxed = true;
    for (const WitnessRow& w : s_.witness) marks[w.row] = {at_[w.row], marks[w.row].style, true, false, {}};
    most_on_one_place_ = most_on_one_place(marks);
    panel_.marks = visible(marks, panel_);
    for (const int sign : present_)
      legend(Sign::mark, style_of(sign), {}, shown(name_of(sign)) + (sign > 0 ? " (+1)" : " (-1)"));
  }

  void add_hulls() {
    for (const int sign : present_) {
      std::vector<Point> points;
      for (std::size_t i = 0; i < at_.size(); ++i) {
        if (s_.signs[i] == sign) points.push_back(at_[i]);
      }
      Polygon hull = convex_hull(std::move(points));
      if (hull.size() < 2) continue;
      panel_.curves.push_back({{hull, hull.size() > 2}, {Stroke::hull, style_of(sign)}});
      legend(Sign::stroke, style_of(sign), Stroke::hull, "hull of " + shown(name_of(sign)));
      if (hull.size() > 2) panel_.tints.push_back({{std::move(hull)}, style_of(sign)});
    }
  }

  void add_line() {
    const Box box = {panel_.x.low, panel_.x.high, panel_.y.low, panel_.y.high};
    wide_ = s_.level >
            narrowest * elementary::hypot(s_.line->a * (box.right - box.left), s_.line->b * (box.top - box.bottom));
    for (const double level : {-s_.level, s_.level}) {
      if (!wide_) break;
      for (Polyline& p : level_lines(*s_.line, level, box)) panel_.curves.push_back({std::move(p), {Stroke::margin}});
    }
    Decision d = decide(*s_.line, box);
    for (Polyline& p : d.boundary) panel_.curves.push_back({std::move(p), {Stroke::boundary}});
    legend(Sign::stroke, 0, Stroke::boundary, separable() ? "separator" : "weak separator");
    if (wide_) legend(Sign::stroke, 0, Stroke::margin, s_.widest ? "margin" : "through the closest rows");
    const bool boxes = std::any_of(panel_.marks.begin(), panel_.marks.end(), [](const Mark& m) { return m.boxed; });
    if (boxes) legend(Sign::box, 0, {}, !separable() ? "on it" : s_.widest ? "on the margin" : "closest rows");
    if (!separable()) return;  // tints are the hulls' there
    for (const int sign : {1, -1}) panel_.tints.push_back({std::move(d.regions[sign > 0 ? 1 : 0]), style_of(sign)});
  }

  void add_witness() {
    legend(Sign::ring, 0, {}, "witness");
    if (!s_.line) {  // where there is a line the witness lies on it
      for (const int sign : present_) add_witness_part(sign);
      const bool drawn = std::any_of(panel_.curves.begin(), panel_.curves.end(),
                                     [](const Curve& c) { return c.pen.stroke == Stroke::witness; });
      if (drawn) legend(Sign::stroke, 0, Stroke::witness, s_.bias ? "hulls of the witness" : "its hulls and rays");
    }
    if (s_.common) add_common();
  }

  /// The hull of one class of the witness; a single row without a bias: its ray from the origin.
  void add_witness_part(int sign) {
    std::vector<Point> points;
    for (const WitnessRow& w : s_.witness) {
      if (s_.signs[w.row] == sign) points.push_back(at_[w.row]);
    }
    if (points.size() == 1 && !s_.bias) points = ray(points[0]);
    Polygon hull = convex_hull(std::move(points));
    if (hull.size() > 1) panel_.curves.push_back({{hull, hull.size() > 2}, {Stroke::witness}});
  }

  /// From the origin to the row, or to the common point where that lies behind it.
  std::vector<Point> ray(Point end) const {
    if (one_) return {{0, end.y}, end};
    const Point c = s_.common.value_or(end);
    return {{0, 0}, elementary::hypot(c.x, c.y) > elementary::hypot(end.x, end.y) ? c : end};
  }

  void add_common() {
    if (one_) {
      for (const int sign : present_) panel_.dots.push_back({s_.common->x, sign > 0 ? 1.0 : 0.0});
    } else {
      panel_.dots.push_back(*s_.common);
    }
    legend(Sign::dot, 0, {}, "common point");
  }

  void add_notes() {
    std::string rows = counted(s_.points.size(), "row");
    if (present_.size() == 1) rows += " of one class";
    if (separable())
      rows +=
          "; " + s_.margin + "; " + counted(s_.touching.size(), "row") + (s_.widest ? " on it" : " at that distance");
    f_.notes.push_back(rows);
    for (std::string& note : crowd_notes(most_on_one_place_, 0)) f_.notes.push_back(std::move(note));
    if (!s_.witness.empty()) {
      f_.notes.push_back("no " + line_text() + " separates: " + these_rows() + ": " + where_they_are());
      if (s_.common) f_.notes.push_back(common_text());
    }
    if (s_.line && !s_.witness.empty())
      f_.notes.push_back("no row is on the wrong side of the weak separator; " + counted(s_.touching.size(), "row") +
                         (s_.touching.size() == 1 ? " lies on it" : " lie on it"));
    if (separable() && !wide_) f_.notes.emplace_back("the margin is too narrow to be seen at this scale");
    if (!s_.reason.empty()) f_.notes.push_back(s_.reason);
  }

  std::string these_rows() const {
    const std::size_t n = s_.witness.size();
    if (n == 1) return "this row cannot be on its right side";
    return "these " + std::to_string(n) + " rows cannot all be on their right sides";
  }

  /// "versicolor in lines 2 and 5 of the data, virginica in line 7"
  std::string where_they_are() const {
    std::vector<std::string> parts;
    for (const int sign : present_) {
      std::vector<std::string> lines;
      for (const WitnessRow& w : s_.witness) {
        if (s_.signs[w.row] == sign) lines.push_back(std::to_string(w.line));
      }
      if (lines.empty()) continue;
      parts.push_back(shown(name_of(sign)) + (lines.size() == 1 ? " in line " : " in lines ") + joined(lines) +
                      (parts.empty() ? " of the data" : ""));
    }
    return joined(parts, "; ");
  }

  std::string common_text() const {
    const std::string place = "(" + short_number(s_.common->x) + (one_ ? "" : ", " + short_number(s_.common->y)) + ")";
    if (s_.bias) return "the hulls of the two classes share the point " + place;
    const bool both = std::any_of(s_.witness.begin(), s_.witness.end(),
                                  [&](const WitnessRow& w) { return s_.signs[w.row] != s_.signs[s_.witness[0].row]; });
    if (both) return "the cones that the two classes span from the origin share the ray through " + place;
    return s_.witness.size() == 1 ? "it is the origin" : "a weighted mean of them is the origin";
  }

  void add_title() {
    std::vector<std::string> names;
    names.reserve(present_.size());
    for (const int sign : present_) names.push_back(shown(name_of(sign)));
    f_.title = joined(names, " and ") + ": " + s_.verdict;
    f_.description = "Rows over " + shown(panel_.x.label) + (one_ ? "" : " and " + shown(panel_.y.label)) + ": ";
    for (const int sign : present_)
      f_.description += shown(name_of(sign)) + (sign > 0 ? " as circles, " : " as crosses, ");
    f_.description += s_.verdict + ".";
    for (const std::string& note : f_.notes) f_.description += " " + note + ".";
  }

  const Separation& s_;
  bool one_;
  Figure f_;
  Panel& panel_;
  std::vector<Point> at_;
  std::vector<int> present_;
  std::uint64_t most_on_one_place_ = 0;
  bool wide_ = false;  // the margin can be seen
};

}  // namespace

Result<void> drawable(std::uint64_t features) {
  if (features == 1 || features == 2) return {};
  return Error{Code::usage, "--picture",
               "there are " + counted(features, "feature") +
                   (features == 0 ? ": nothing to draw" : "; a picture shows one or two: choose them with --columns")};
}

Result<Figure> separation_plot(const Separation& s) {
  if (const auto fine = drawable(s.features.size()); !fine) return fine.error();
  if (s.points.empty()) return Error{Code::bad_data, "", "there are no rows to draw"};
  return SeparationPlot(s).figure();
}

}  // namespace halfspace::plot
