#include "plot/model_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "base/text.hpp"
#include "model/scorer.hpp"
#include "plot/model_captions.hpp"
#include "plot/model_slice.hpp"
#include "plot/model_support.hpp"
#include "plot/rows_panel.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t cells = 96;  // of the grid for boundaries without a formula, in each direction

Result<Axis> axis_for(const Model& model, const Dataset& data, std::size_t column) {
  const VisibleRange range = shown_range(column_values(model, data, column));
  return value_axis(input_name(model, column), !model.map.inputs.empty(), range.low, range.high, "--x and --y");
}

struct Rows {
  std::vector<Mark> marks;
  Carries carrying = Carries::nothing;
};

/// Every row as a mark.
Rows rows_of(const DrawnModel& drawn, const Dataset& data, const Chosen& columns) {
  const Model& m = drawn.model;
  const std::span<const double> score = drawn.score;
  const bool one = columns.y == no_column;
  const auto outputs = static_cast<std::size_t>(m.outputs());
  const std::vector<double> xs = column_values(m, data, columns.x);
  const std::vector<double> ys = one ? std::vector<double>() : column_values(m, data, columns.y);
  const std::vector<double> margin = margins(score, outputs, drawn.truth);
  const Carriers carrying = carriers(drawn, data);
  Rows out{{}, carrying.kind};
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const std::uint32_t truth = drawn.truth[i];
    const std::uint32_t predicted = predicted_class(score.subspan(i * outputs, outputs), m.zero_is_negative);
    Mark mark{
        {xs[i], one ? static_cast<double>(truth) : ys[i]}, style_of(m, truth), predicted != truth, margin[i] == 0, {}};
    if (mark.ringed && outputs > 1) mark.taken_for = style_of(m, predicted);
    mark.support = !carrying.row.empty() && carrying.row[i];
    out.marks.push_back(mark);
  }
  return out;
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
std::optional<std::array<double, 2>> closest_scores(bool affine, const Counts& counts, std::span<const double> score) {
  if (!affine || counts.mistakes > 0 || counts.on_boundary > 0) return std::nullopt;
  if (counts.at(0, 0) == 0 || counts.at(1, 1) == 0) return std::nullopt;
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

class DataDrawing {
 public:
  DataDrawing(std::span<const DrawnModel> models, const Dataset& data, unsigned threads)
      : models_(models), data_(data), threads_(threads), ranges_(column_ranges(models[0].model, data)) {}

  Result<DataPlot> draw(const std::string& x_column, const std::string& y_column) {
    const Model& m = models_[0].model;
    const auto chosen = choose_columns(m, data_, ranges_, x_column, y_column, threads_);
    if (!chosen) return chosen.error();
    p_.columns = chosen.value();
    const bool one = p_.columns.y == no_column;
    auto along_x = axis_for(m, data_, p_.columns.x);
    auto along_y = one ? Result<Axis>(class_axis(m.classes)) : axis_for(m, data_, p_.columns.y);
    if (!along_x) return along_x.error();
    if (!along_y) return along_y.error();
    Panel& panel = p_.figure.panels.emplace_back();
    panel.x = along_x.value();
    panel.y = along_y.value();
    Rows rows = rows_of(models_[0], data_, p_.columns);
    p_.most_on_one_place = most_on_one_place(rows.marks);
    p_.outside = pull_inside(rows.marks, panel);
    p_.carrying = rows.carrying;
    panel.marks = visible(rows.marks, panel);
    add_held(m, data_, ranges_, p_);
    for (const DrawnModel& drawn : models_) add_separator(drawn);
    add_captions(m, p_);
    if (one) p_.figure.height = 200 + 40 * static_cast<unsigned>(std::min<std::size_t>(m.classes.size(), 20));
    return std::move(p_);
  }

 private:
  /// Of the first model the regions too, and where it is alone the margin of an SVM or the lines through the closest
  /// rows.
  void add_separator(const DrawnModel& drawn) {
    const Model& m = drawn.model;
    const Slice slice(m, data_, p_.columns, ranges_, threads_);
    const Axis& x = p_.figure.panels[0].x;
    const Axis& y = p_.figure.panels[0].y;
    const Box box = {x.low, x.high, y.low, y.high};
    Decision d = slice.affine()           ? decide(slice.plane(), box)
                 : slice.affine_classes() ? decide(slice.planes(), box)
                                          : decide(std::cref(slice), m.outputs(), box, cells);
    Separator s;
    s.name = drawn.name;
    s.counts = count_predictions(drawn.score, m.outputs(), drawn.truth, data_.weight, m.zero_is_negative);
    s.flat = slice.affine() && slice.plane().a == 0 && slice.plane().b == 0;
    s.boundary = std::move(d.boundary);
    const auto closest = closest_scores(slice.affine(), s.counts, drawn.score);
    if (closest) s.margin = std::min((*closest)[1], -(*closest)[0]) / length(m.w);
    const bool first = p_.separators.empty();
    if (first) {
      p_.affine = slice.affine();
      add_regions(m, std::move(d.regions));
    }
    const bool svm = slice.affine() && has_unit_margin(m);
    if (models_.size() == 1 && (closest || svm) && p_.held_text.empty())  // in a slice rows need not lie on their lines
      add_margin_lines(slice.plane(), svm ? std::array<double, 2>{-1, 1} : *closest, box);
    const auto number = static_cast<unsigned>(p_.separators.size());
    for (const Polyline& line : s.boundary)
      p_.figure.panels[0].curves.push_back({line, line_pen(models_[0].model, number)});
    p_.separators.push_back(std::move(s));
  }

  void add_regions(const Model& m, std::vector<std::vector<Polygon>> regions) {
    for (std::size_t k = 0; k < regions.size(); ++k) {
      const std::size_t c = m.outputs() == 1 ? 1 - k : k;
      p_.figure.panels[0].tints.push_back({std::move(regions[c]), style_of(m, c)});
    }
  }

  void add_margin_lines(const Affine& score, std::array<double, 2> closest, const Box& box) {
    for (const double level : closest) {
      p_.margin_lines.push_back({level, level_lines(score, level, box)});
      for (const Polyline& line : p_.margin_lines.back().lines)
        p_.figure.panels[0].curves.push_back({line, {Stroke::margin}});
    }
  }

  std::span<const DrawnModel> models_;
  const Dataset& data_;
  unsigned threads_;
  std::vector<ColumnRange> ranges_;
  DataPlot p_;
};

}  // namespace

unsigned style_of(const Model& m, std::size_t k) { return static_cast<unsigned>(m.outputs() == 1 ? 1 - k : k); }

Pen line_pen(const Model& first, unsigned number) {
  if (number == 0) return {};
  return {Stroke::other, static_cast<unsigned>(first.classes.size()) + number - 1, number};
}

Result<DataPlot> data_plot(std::span<const DrawnModel> models, const Dataset& data, const std::string& x_column,
                           const std::string& y_column, unsigned threads) {
  if (models[0].model.map.input_cols == 0)
    return Error{Code::bad_data, "", "the model has no columns: there is nothing to draw"};
  if (data.rows == 0) return Error{Code::bad_data, "", "there are no rows to draw"};
  return DataDrawing(models, data, threads).draw(x_column, y_column);
}

}  // namespace halfspace::plot
