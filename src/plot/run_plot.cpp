#include "plot/run_plot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/elementary.hpp"
#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr unsigned vectors_height = 540;
constexpr unsigned step_height = 860;
constexpr double side_ratio = 1.6;             // of the panel's sides, so that both axes have about the same unit
constexpr std::size_t most_lines_shown = 200;  // boundaries, the last ones

constexpr Pen old_pen = {Stroke::margin};
constexpr Pen new_pen = {Stroke::boundary};
constexpr Pen before_pen = {Stroke::trace, 2};
constexpr Pen change_pen = {Stroke::trace, 3};
constexpr Pen after_pen = {Stroke::boundary};

Box box_of(const Panel& p) { return {p.x.low, p.x.high, p.y.low, p.y.high}; }

std::vector<Mark> row_marks(const PlaneRun& run) {
  std::vector<Mark> marks;
  for (const RunRow& row : run.rows) {
    Mark mark;
    mark.at = row.x;
    mark.style = row.y > 0 ? 0 : 1;
    marks.push_back(mark);
  }
  return marks;
}

Panel rows_panel_of(const PlaneRun& run) {
  Panel p;
  p.x = run.x;
  p.y = run.y;
  p.marks = row_marks(run);
  return p;
}

/// False: it misses the panel.
bool add_boundary(Panel& p, const Weights2& w, const Pen& pen) {
  const auto line = clip_line({w[0], w[1], w[2]}, box_of(p));
  if (line) p.curves.push_back({{{line->a, line->b}, false}, pen});
  return line.has_value();
}

void add_sides(Panel& p, const Weights2& w) {
  const Affine f = {w[0], w[1], w[2]};
  if (w[0] == 0 && w[1] == 0) return;
  p.tints.push_back({{clip_half_plane(f, box_of(p), true)}, 0});
  p.tints.push_back({{clip_half_plane(f, box_of(p), false)}, 1});
}

std::vector<LegendEntry> row_signs(const PlaneRun& run) {
  return {{Sign::mark, 0, {}, run.labels[0] + " (+1)"}, {Sign::mark, 1, {}, run.labels[1] + " (-1)"}};
}

std::string at_text(double first, double second) {
  return "(" + short_number(first, 4) + ", " + short_number(second, 4) + ")";
}

/// A line with a head; `size` is that of the panel in its own units.
void add_arrow(Panel& p, Point from, Point to, const Pen& pen, double size) {
  const double length = elementary::hypot(to.x - from.x, to.y - from.y);
  p.curves.push_back({{{from, to}, false}, pen});
  if (length == 0) return;
  const double head = std::min(size * 0.03, length * 0.5);
  const Point along = {(to.x - from.x) / length * head, (to.y - from.y) / length * head};
  const Point left = {to.x - along.x - along.y / 2, to.y - along.y + along.x / 2};
  const Point right = {to.x - along.x + along.y / 2, to.y - along.y - along.x / 2};
  p.curves.push_back({{{left, to, right}, true}, pen});
}

/// How far the vectors of an update reach, in the units of the upright axis.
double reach_of(const RunUpdate& u) {
  double reach = 0;
  for (const std::size_t j : {0U, 1U}) {
    const double side = j == 0 ? side_ratio : 1;
    for (const double v : {u.before[j], u.after[j], u.after[j] - u.before[j]})
      reach = std::max(reach, std::fabs(v) / side);
  }
  return reach;
}

/// The zero point, w, w + c y x and c y x, with both axes in about the same unit.
Panel vectors_panel(const PlaneRun& run, const RunUpdate& u, double reach) {
  const Point w = {u.before[0], u.before[1]};
  const Point sum = {u.after[0], u.after[1]};
  const Point change = {sum.x - w.x, sum.y - w.y};
  reach = reach > 0 ? reach * 1.25 : 1;
  Panel p;
  p.x = {"weight of " + run.x.label, -reach * side_ratio, reach * side_ratio, false, false, {}};
  p.y = {"weight of " + run.y.label, -reach, reach, false, false, {}};
  p.curves.push_back({{{{p.x.low, 0}, {p.x.high, 0}}, false}, {Stroke::hull, 7}});
  p.curves.push_back({{{{0, p.y.low}, {0, p.y.high}}, false}, {Stroke::hull, 7}});
  p.curves.push_back({{{w, sum}, false}, old_pen});
  p.curves.push_back({{{change, sum}, false}, old_pen});
  add_arrow(p, {0, 0}, w, before_pen, reach);
  add_arrow(p, {0, 0}, change, change_pen, reach);
  add_arrow(p, {0, 0}, sum, after_pen, reach);
  p.dots.push_back({0, 0});
  return p;
}

std::vector<LegendEntry> vector_signs() {
  return {{Sign::stroke, 0, before_pen, "w before"},
          {Sign::stroke, 0, change_pen, "c y x"},
          {Sign::stroke, 0, after_pen, "w after"}};
}

std::string step_title(const PlaneRun& run, std::size_t k) {
  const RunUpdate& u = run.updates[k];
  return "Update " + std::to_string(k + 1) + " of " + std::to_string(run.updates.size()) + ": visit " +
         std::to_string(u.visit) + ", pass " + std::to_string(u.pass) + ", line " +
         std::to_string(run.rows[u.row].line);
}

/// w = (1, 2) + 1 (-1) (3, 4) = (-2, -2); b = ...
std::string step_note(const PlaneRun& run, const RunUpdate& u) {
  const RunRow& row = run.rows[u.row];
  const std::string factor =
      (u.multiplier == 1 ? "" : short_number(u.multiplier, 4) + " ") + "(" + std::to_string(row.y) + ")";
  return "w = " + at_text(u.before[0], u.before[1]) + " + " + factor + " " + at_text(row.x.x, row.x.y) + " = " +
         at_text(u.after[0], u.after[1]) + "; b = " + short_number(u.before[2], 4) + " + " + factor + " = " +
         short_number(u.after[2], 4);
}

/// Before: the score of the row by the weights before the update.
std::string score_note(const PlaneRun& run, const RunUpdate& u) {
  const Point x = run.rows[u.row].x;
  const auto s = [&](const Weights2& w) { return short_number(w[0] * x.x + w[1] * x.y + w[2], 4); };
  return "Score of the row: " + s(u.before) + " before, " + s(u.after) + " after; its label is " +
         std::to_string(run.rows[u.row].y) + ".";
}

}  // namespace

Figure boundaries_plot(const PlaneRun& run) {
  Figure f;
  f.title = "Boundaries of " + counted(run.updates.size(), "update");
  f.legend = row_signs(run);
  Panel p = rows_panel_of(run);
  const std::size_t first = run.updates.size() - std::min(run.updates.size(), most_lines_shown);
  const Weights2& last = run.updates.back().after;
  add_sides(p, last);
  std::size_t drawn = 0;
  for (std::size_t k = first + 1; k + 1 < run.updates.size(); ++k)
    drawn += add_boundary(p, run.updates[k].after, {Stroke::hull, 7}) ? 1 : 0;
  if (drawn > 0) f.legend.push_back({Sign::stroke, 0, {Stroke::hull, 7}, "after later updates"});
  if (run.updates.size() > 1 && add_boundary(p, run.updates[first].after, {Stroke::trace, 2})) {
    ++drawn;
    f.legend.push_back({Sign::stroke, 0, {Stroke::trace, 2}, first == 0 ? "after the first" : "the first one drawn"});
  }
  drawn += add_boundary(p, last, new_pen) ? 1 : 0;
  f.legend.push_back({Sign::stroke, 0, new_pen, "after the last"});
  f.panels.push_back(std::move(p));
  const std::size_t shown_lines = run.updates.size() - first;
  f.notes = {std::to_string(drawn) + " of " + (first > 0 ? "the last " : "") + std::to_string(shown_lines) +
                 (shown_lines == 1 ? " boundary" : " boundaries") + (drawn == 1 ? " crosses" : " cross") +
                 " the picture.",
             "In the end w = " + at_text(last[0], last[1]) + ", b = " + short_number(last[2], 4) + "."};
  f.description = "Rows of two classes and the boundary after each update of the run. " + f.notes[1];
  return f;
}

Figure update_plot(const PlaneRun& run, std::size_t k) {
  const RunUpdate& u = run.updates[k];
  Figure f;
  f.title = step_title(run, k);
  f.height = vectors_height;
  f.panels.push_back(vectors_panel(run, u, reach_of(u)));
  f.legend = vector_signs();
  f.notes = {step_note(run, u), score_note(run, u)};
  f.description = "The weights before the update, the vector that is added, and their sum. " + f.notes[0] + ".";
  return f;
}

Figure step_plot(const PlaneRun& run, std::size_t k) {
  const RunUpdate& u = run.updates[k];
  Figure f;
  f.title = step_title(run, k);
  f.height = step_height;
  Panel p = rows_panel_of(run);
  p.marks[u.row].ringed = true;
  add_sides(p, u.after);
  add_boundary(p, u.before, old_pen);
  add_boundary(p, u.after, new_pen);
  f.panels.push_back(std::move(p));
  double reach = 0;  // the same in every step
  for (const RunUpdate& each : run.updates) reach = std::max(reach, reach_of(each));
  f.panels.push_back(vectors_panel(run, u, reach));
  f.legend = row_signs(run);
  f.legend.push_back({Sign::ring, 0, {}, "the row of the update"});
  f.legend.push_back({Sign::stroke, 0, old_pen, "boundary before"});
  f.legend.push_back({Sign::stroke, 0, new_pen, "boundary after, w after"});
  const std::vector<LegendEntry> vectors = vector_signs();
  f.legend.insert(f.legend.end(), vectors.begin(), vectors.begin() + 2);
  f.notes = {step_note(run, u), score_note(run, u)};
  f.description =
      "The row of the update, the boundary before and after it, and the weights as vectors. " + f.notes[0] + ".";
  return f;
}

}  // namespace halfspace::plot
