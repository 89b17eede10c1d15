#include "plot/model_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "base/text.hpp"
#include "model/scorer.hpp"
#include "plot/rows_panel.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t cells = 96;  // of the grid for boundaries without a formula, in each direction

/// Of two classes +1 has the first style, of more each class its own.
unsigned style_of(const Model& m, std::size_t k) { return static_cast<unsigned>(m.outputs() == 1 ? 1 - k : k); }

Result<Axis> axis_for(const Model& model, std::size_t column, const ColumnRange& range) {
  const std::string name = input_name(model, column);
  return value_axis(name, !model.map.inputs.empty(), range.low, range.high, "--x and --y");
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
std::optional<std::array<double, 2>> closest_scores(const DataPlot& p, std::span<const double> score) {
  if (!p.affine || p.counts.mistakes > 0 || p.counts.on_boundary > 0) return std::nullopt;
  if (p.counts.at(0, 0) == 0 || p.counts.at(1, 1) == 0) return std::nullopt;
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

std::string class_text(const Model& m, std::size_t k) {
  return shown(m.classes[k]) + (m.outputs() > 1 ? "" : k == 1 ? " (+1)" : " (-1)");
}

/// "a, b or c"
std::string choice_text(const Model& m) {
  constexpr std::size_t most = 4;
  if (m.classes.size() > most) return counted(m.classes.size(), "class");
  if (m.outputs() == 1) return shown(m.classes[1]) + " or " + shown(m.classes[0]);
  std::string out = shown(m.classes[0]);
  for (std::size_t k = 1; k < m.classes.size(); ++k)
    out += (k + 1 < m.classes.size() ? ", " : " or ") + shown(m.classes[k]);
  return out;
}

void add_legend(const Model& m, DataPlot& p) {
  auto& legend = p.figure.legend;
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    const std::size_t c = m.outputs() == 1 ? 1 - k : k;
    legend.push_back({Sign::mark, style_of(m, c), {}, class_text(m, c)});
  }
  if (p.counts.mistakes > 0)
    legend.push_back({Sign::ring, 0, {}, m.outputs() == 1 ? "mistake" : "mistake, coloured as predicted"});
  if (p.counts.on_boundary > 0) legend.push_back({Sign::box, 0, {}, m.outputs() == 1 ? "score 0" : "equal scores"});
  if (!p.boundary.empty()) legend.push_back({Sign::stroke, 0, Stroke::boundary, "boundary"});
  const bool drawn =
      std::any_of(p.margin_lines.begin(), p.margin_lines.end(), [](const MarginLine& l) { return !l.lines.empty(); });
  if (drawn) legend.push_back({Sign::stroke, 0, Stroke::margin, "through the closest rows"});
}

/// What the other columns are held at.
void add_held(const Model& m, const Dataset& data, const std::vector<ColumnRange>& ranges, DataPlot& p) {
  constexpr std::size_t most = 4;
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    if (j == p.columns.x || j == p.columns.y) continue;
    if (!ranges[j].text) {
      ++p.held;
      continue;
    }
    const std::string level =
        ranges[j].typical < 0 ? "(unknown)" : data.levels[j][static_cast<std::size_t>(ranges[j].typical)];
    p.held_levels.emplace_back(input_name(m, j), level.empty() ? "(missing)" : level);
  }
  if (p.held > 0) p.held_text = counted(p.held, "other column") + " held at the mean";
  if (p.held_levels.empty()) return;
  std::vector<std::string> levels;
  levels.reserve(p.held_levels.size());
  for (const auto& [column, level] : p.held_levels) levels.push_back(shown(column) + " = " + shown(level));
  p.held_text += (p.held > 0 ? ", texts at their most frequent level (" : "texts held at their most frequent level (") +
                 joined(levels, ", ", most) + ")";
}

std::string by_text(ChosenBy by) {
  if (by == ChosenBy::order) return "";
  return by == ChosenBy::weight ? " Columns chosen by |weight| times range."
                                : " Columns chosen by how much the scores change along them.";
}

void add_notes(const Model& m, const Slice& slice, DataPlot& p) {
  std::string counts = counted(p.counts.rows, "row") + ", " + counted(p.counts.wrong(), "mistake") + ", " +
                       grouped(p.counts.on_boundary) + " on the boundary";
  if (p.margin) counts += "; margin " + short_number(*p.margin) + " (distance of the closest row)";
  p.figure.notes.push_back(counts);
  if (!p.held_text.empty()) {
    p.figure.notes.push_back("A slice: " + p.held_text +
                             ", so rows may lie on either side of the line drawn; mistakes count all columns." +
                             by_text(p.columns.by));
  }
  if (!p.boundary.empty()) return;
  const bool flat = slice.affine() && slice.plane().a == 0 && slice.plane().b == 0;
  const auto& tints = p.figure.panels[0].tints;
  std::size_t only = 0;
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    for (const Tint& t : tints) only = t.style == style_of(m, k) && !t.polygons.empty() ? k : only;
  }
  p.figure.notes.push_back(flat ? "No boundary: the score does not depend on these columns."
                                : "The boundary lies outside the picture: here all is predicted " +
                                      shown(m.classes[only]) + ".");
}

void add_title(const Model& m, DataPlot& p) {
  const Panel& panel = p.figure.panels[0];
  const bool one = p.columns.y == no_column;
  p.figure.title = choice_text(m) + " by " + learner_text(m);
  const std::string who = m.outputs() == 1
                              ? class_text(m, 1) + " as circles, " + class_text(m, 0) + " as crosses"
                              : "each of the " + counted(m.classes.size(), "class") + " with its own colour and shape";
  p.figure.description = "Rows over " + shown(panel.x.label) + (one ? "" : " and " + shown(panel.y.label)) + ": " +
                         who + ", and the boundary of the model. ";
  for (const std::string& note : p.figure.notes) p.figure.description += note + (note.ends_with('.') ? " " : ". ");
  p.figure.description.pop_back();
}

void add_boundary(const Model& m, const Slice& slice, std::optional<std::array<double, 2>> closest, const Box& box,
                  DataPlot& p) {
  Panel& panel = p.figure.panels[0];
  Decision d = slice.affine() ? decide(slice.plane(), box) : decide(std::cref(slice), m.outputs(), box, cells);
  for (std::size_t k = 0; k < d.regions.size(); ++k) {
    const std::size_t c = m.outputs() == 1 ? 1 - k : k;
    panel.tints.push_back({std::move(d.regions[c]), style_of(m, c)});
  }
  p.boundary = std::move(d.boundary);
  if (closest && p.held_text.empty()) {  // in a slice the closest rows need not lie on their lines
    for (const double level : *closest) p.margin_lines.push_back({level, level_lines(slice.plane(), level, box)});
  }
  for (const MarginLine& margin : p.margin_lines) {
    for (const Polyline& line : margin.lines) panel.curves.push_back({line, Stroke::margin});
  }
  for (const Polyline& line : p.boundary) panel.curves.push_back({line, Stroke::boundary});
}

/// Every row as a mark.
std::vector<Mark> marks_of(const Model& m, const ScoredRows& rows, const Chosen& columns) {
  const bool one = columns.y == no_column;
  const auto outputs = static_cast<std::size_t>(m.outputs());
  const std::vector<double> xs = column_values(m, rows.data, columns.x);
  const std::vector<double> ys = one ? std::vector<double>() : column_values(m, rows.data, columns.y);
  const std::vector<double> margin = margins(rows.score, outputs, rows.truth);
  std::vector<Mark> out;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const std::uint32_t truth = rows.truth[i];
    const std::uint32_t predicted = predicted_class(rows.score.subspan(i * outputs, outputs));
    Mark mark{
        {xs[i], one ? static_cast<double>(truth) : ys[i]}, style_of(m, truth), predicted != truth, margin[i] == 0, {}};
    if (mark.ringed && outputs > 1) mark.taken_for = style_of(m, predicted);
    out.push_back(mark);
  }
  return out;
}

}  // namespace

std::string learner_text(const Model& m) {
  std::string out = shown(m.algorithm);
  if (m.support) out += " with " + std::string(name_of(m.support->kernel.kind)) + " kernel";
  if (m.map.options.features != Expansion::none)
    out += " on " + std::string(name_of(m.map.options.features)) + " features";
  return out;
}

Result<DataPlot> data_plot(const Model& m, const ScoredRows& rows, const std::string& x_column,
                           const std::string& y_column, unsigned threads) {
  if (m.map.input_cols == 0) return Error{Code::bad_data, "", "the model has no columns: there is nothing to draw"};
  if (rows.data.rows == 0) return Error{Code::bad_data, "", "there are no rows to draw"};
  const std::vector<ColumnRange> ranges = column_ranges(m, rows.data);
  const auto chosen = choose_columns(m, rows.data, ranges, x_column, y_column, threads);
  if (!chosen) return chosen.error();
  DataPlot p;
  p.columns = chosen.value();
  add_held(m, rows.data, ranges, p);
  const Slice slice(m, rows.data, p.columns, ranges, threads);
  p.affine = slice.affine();
  p.counts = count_predictions(rows.score, m.outputs(), rows.truth);
  const auto closest = closest_scores(p, rows.score);
  if (closest) p.margin = std::min((*closest)[1], -(*closest)[0]) / length(m.w);

  const bool one = p.columns.y == no_column;
  auto along_x = axis_for(m, p.columns.x, ranges[p.columns.x]);
  auto along_y = one ? Result<Axis>(class_axis(m.classes)) : axis_for(m, p.columns.y, ranges[p.columns.y]);
  if (!along_x) return along_x.error();
  if (!along_y) return along_y.error();
  Panel& panel = p.figure.panels.emplace_back();
  panel.x = along_x.value();
  panel.y = along_y.value();
  panel.marks = visible(marks_of(m, rows, p.columns), panel);
  add_boundary(m, slice, closest, {panel.x.low, panel.x.high, panel.y.low, panel.y.high}, p);
  add_legend(m, p);
  add_notes(m, slice, p);
  add_title(m, p);
  if (one) p.figure.height = 200 + 40 * static_cast<unsigned>(std::min<std::size_t>(m.classes.size(), 20));
  return p;
}

}  // namespace halfspace::plot
