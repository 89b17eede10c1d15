#include "plot/model_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t cells = 96;             // of the grid for boundaries without a formula, in each direction
constexpr std::size_t most_marks = 20000;     // more would only lie on one another
constexpr double finest_mark = 1.0 / 1000.0;  // marks nearer than this share of an axis are one
constexpr double padding = 0.06;              // of the range, on either side

unsigned style_of(std::int8_t sign) { return sign > 0 ? 0 : 1; }

Result<Axis> axis_for(const Model& model, std::size_t column, const ColumnRange& range) {
  const Range ends = padded_range(range.low, range.high, padding);
  const std::string name = model.column_name(column);
  if (!std::isfinite(ends.high - ends.low))
    return Error{Code::bad_data, "column " + in_quotes(name),
                 "its values go from " + short_number(range.low) + " to " + short_number(range.high) +
                     ": too far apart to draw; choose others with --x and --y"};
  return Axis{model.columns.empty() ? "column " + name : name, ends.low, ends.high, false, false, {}};
}

/// The second axis of a model of one column: a line for each class.
Axis class_axis(const Model& model) {
  return {"", -0.5, 1.5, false, false, {{0, model.classes[0]}, {1, model.classes[1]}}};
}

/// The marks without those that lie on an equal one, on a grid that gets coarser until they are few enough.
std::vector<Mark> visible(const std::vector<Mark>& all, const Panel& panel) {
  std::vector<Mark> out;
  for (double size = finest_mark;; size *= 2) {
    std::set<std::tuple<long, long, unsigned, bool, bool>> seen;
    out.clear();
    for (const Mark& m : all) {
      const long x = std::lround(place(panel.x, m.at.x) / size);
      const long y = std::lround(place(panel.y, m.at.y) / size);
      if (seen.emplace(x, y, m.style, m.wrong, m.on_boundary).second) out.push_back(m);
    }
    if (out.size() <= most_marks) return out;
  }
}

double length(std::span<const double> w) {
  double scale = 0;
  for (const double v : w) scale = std::max(scale, std::fabs(v));
  if (scale == 0) return 0;
  double sum = 0;
  for (const double v : w) sum += (v / scale) * (v / scale);
  return scale * std::sqrt(sum);
}

/// Scores of the closest rows of each side, where an affine model separates the rows: [0] below 0, [1] above.
std::optional<std::array<double, 2>> closest_scores(const Model& m, const DataPlot& p, std::span<const double> score) {
  const bool both = p.counts.positives > 0 && p.counts.positives < p.counts.rows;
  if (m.voted() || p.counts.mistakes > 0 || p.counts.on_boundary > 0 || !both) return std::nullopt;
  std::array<double, 2> closest = {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (const double s : score) {
    if (s < 0) {
      closest[0] = std::max(closest[0], s);
    } else {
      closest[1] = std::min(closest[1], s);
    }
  }
  return closest;
}

std::string class_text(const Model& m, int sign) {
  return shown(m.classes[sign > 0 ? 1 : 0]) + (sign > 0 ? " (+1)" : " (-1)");
}

void add_legend(const Model& m, DataPlot& p) {
  auto& legend = p.figure.legend;
  legend.push_back({Sign::mark, 0, {}, class_text(m, 1)});
  legend.push_back({Sign::mark, 1, {}, class_text(m, -1)});
  if (p.counts.mistakes > 0) legend.push_back({Sign::wrong, 0, {}, "mistake"});
  if (p.counts.on_boundary > 0) legend.push_back({Sign::on_boundary, 0, {}, "score 0"});
  if (!p.boundary.empty()) legend.push_back({Sign::stroke, 0, Stroke::boundary, "boundary"});
  const bool drawn =
      std::any_of(p.margin_lines.begin(), p.margin_lines.end(), [](const MarginLine& l) { return !l.lines.empty(); });
  if (drawn) legend.push_back({Sign::stroke, 0, Stroke::margin, "through the closest rows"});
}

void add_notes(const Model& m, const Slice& slice, DataPlot& p) {
  std::string counts = counted(p.counts.rows, "row") + ", " + counted(p.counts.mistakes, "mistake") + ", " +
                       grouped(p.counts.on_boundary) + " on the boundary";
  if (p.margin) counts += "; margin " + short_number(*p.margin) + " (distance of the closest row)";
  p.figure.notes.push_back(counts);
  if (p.held > 0) {
    p.figure.notes.push_back(
        "A slice: " + counted(p.held, "other column") +
        " held at the mean, so rows may lie on either side of the line drawn; mistakes count all columns." +
        (p.columns.by_weight ? " Columns chosen by |weight| times range." : ""));
  }
  if (!p.boundary.empty()) return;
  const bool flat = slice.affine() && slice.plane().a == 0 && slice.plane().b == 0;
  p.figure.notes.push_back(flat ? "No boundary: the score does not depend on these columns."
                                : "The boundary lies outside the picture: here all is predicted " +
                                      shown(m.classes[p.figure.panels[0].tints[0].polygons.empty() ? 1 : 0]) + ".");
}

void add_title(const Model& m, DataPlot& p) {
  const Panel& panel = p.figure.panels[0];
  const bool one = p.columns.y == no_column;
  p.figure.title = shown(m.classes[1]) + " or " + shown(m.classes[0]) + " by " + shown(m.algorithm);
  p.figure.description = "Rows over " + shown(panel.x.label) + (one ? "" : " and " + shown(panel.y.label)) + ": " +
                         class_text(m, 1) + " as circles, " + class_text(m, -1) +
                         " as crosses, and the boundary of the model. ";
  for (const std::string& note : p.figure.notes) p.figure.description += note + (note.ends_with('.') ? " " : ". ");
  p.figure.description.pop_back();
}

void add_boundary(const Slice& slice, std::optional<std::array<double, 2>> closest, const Box& box, DataPlot& p) {
  Panel& panel = p.figure.panels[0];
  Decision d = slice.affine() ? decide(slice.plane(), box) : decide(Field(slice), box, cells);
  panel.tints = {{std::move(d.regions[1]), 0}, {std::move(d.regions[0]), 1}};
  p.boundary = std::move(d.boundary);
  if (closest && p.held == 0) {  // in a slice the closest rows need not lie on their lines
    for (const double level : *closest) p.margin_lines.push_back({level, level_lines(slice.plane(), level, box)});
  }
  for (const MarginLine& margin : p.margin_lines) {
    for (const Polyline& line : margin.lines) panel.curves.push_back({line, Stroke::margin});
  }
  for (const Polyline& line : p.boundary) panel.curves.push_back({line, Stroke::boundary});
}

}  // namespace

Result<DataPlot> data_plot(const Model& m, const Dataset& data, std::span<const double> score,
                           std::span<const std::int8_t> y, const std::string& x_column, const std::string& y_column) {
  if (m.cols() == 0) return Error{Code::bad_data, "", "the model has no columns: there is nothing to draw"};
  if (data.rows == 0) return Error{Code::bad_data, "", "there are no rows to draw"};
  const std::vector<ColumnRange> ranges = column_ranges(data);
  const auto chosen = choose_columns(m, ranges, x_column, y_column);
  if (!chosen) return chosen.error();
  DataPlot p;
  p.columns = chosen.value();
  const bool one = p.columns.y == no_column;
  p.held = m.cols() - (one ? 1 : 2);
  p.counts = count_predictions(score, y);
  const auto closest = closest_scores(m, p, score);
  if (closest) p.margin = std::min((*closest)[1], -(*closest)[0]) / length(m.w);

  auto along_x = axis_for(m, p.columns.x, ranges[p.columns.x]);
  auto along_y = one ? Result<Axis>(class_axis(m)) : axis_for(m, p.columns.y, ranges[p.columns.y]);
  if (!along_x) return along_x.error();
  if (!along_y) return along_y.error();
  Panel& panel = p.figure.panels.emplace_back();
  panel.x = along_x.value();
  panel.y = along_y.value();

  const std::vector<double> xs = column_values(data, p.columns.x);
  const std::vector<double> ys = one ? std::vector<double>() : column_values(data, p.columns.y);
  std::vector<Mark> marks;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double height = one ? (y[i] > 0 ? 1 : 0) : ys[i];
    marks.push_back({{xs[i], height}, style_of(y[i]), (score[i] >= 0) != (y[i] > 0), score[i] == 0});
  }
  panel.marks = visible(marks, panel);
  const Slice slice(m, p.columns, ranges);
  add_boundary(slice, closest, {panel.x.low, panel.x.high, panel.y.low, panel.y.high}, p);
  add_legend(m, p);
  add_notes(m, slice, p);
  add_title(m, p);
  if (one) p.figure.height = 280;
  return p;
}

}  // namespace halfspace::plot
