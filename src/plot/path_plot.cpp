#include "plot/path_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "plot/theme.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_labels = 12;
constexpr std::size_t most_counts = 12;  // of weights other than 0, along the top
constexpr std::size_t most_name = 18;    // characters of a column's name
constexpr unsigned weights_height = 520;
constexpr unsigned with_folds_height = 820;
constexpr double beside_values = 0.06;

/// A line across the panel at a point of the path.
Curve upright(const PathPicture& p, std::size_t point, const Axis& y, Stroke stroke) {
  return {{{{p.at[point], y.low}, {p.at[point], y.high}}, false}, {stroke}};
}

void add_choices(const PathPicture& p, Panel& panel) {
  if (p.best) panel.curves.push_back(upright(p, *p.best, panel.y, Stroke::bound));
  if (p.one_se && p.one_se != p.best) panel.curves.push_back(upright(p, *p.one_se, panel.y, Stroke::margin));
}

Axis path_axis(const PathPicture& p, const std::string& label) {
  return {label, p.at.front(), p.at.back(), true, false, {}};
}

Axis values_axis(const std::string& label, double low, double high) {
  const Range r = padded_range(low, high, beside_values);
  return {label, r.low, r.high, false, false, {}};
}

Panel weights_panel(const PathPicture& p, const std::string& label) {
  Panel panel;
  double low = 0;
  double high = 0;
  for (std::size_t k = 0; k < p.lines.size(); ++k) {
    const PathLine& line = p.lines[k];
    const auto style = static_cast<unsigned>(k % shapes);
    Polyline drawn;
    for (std::size_t i = 0; i < p.at.size(); ++i) drawn.points.push_back({p.at[i], line.w[i]});
    const auto [least, most] = std::minmax_element(line.w.begin(), line.w.end());
    low = std::min(low, *least);
    high = std::max(high, *most);
    panel.curves.push_back({std::move(drawn), {Stroke::trace, style}});
    if (k < most_labels && line.w.back() != 0)
      panel.ends.push_back({line.w.back(), style, shown(line.column, most_name)});
  }
  panel.x = path_axis(p, label);
  panel.y = values_axis("weight", low, high);
  const std::size_t stride = (p.at.size() + most_counts - 1) / most_counts;
  for (std::size_t i = 0; i < p.at.size(); i += stride) panel.top.push_back({p.at[i], std::to_string(p.nonzero[i])});
  panel.top_label = "nonzero";
  add_choices(p, panel);
  return panel;
}

Panel metric_panel(const PathPicture& p, const std::string& label) {
  Panel panel;
  double low = p.mean[0];
  double high = p.mean[0];
  Polyline means;
  for (std::size_t i = 0; i < p.mean.size(); ++i) {
    const double down = p.mean[i] - p.error[i];
    const double up = p.mean[i] + p.error[i];
    low = std::min(low, down);
    high = std::max(high, up);
    means.points.push_back({p.at[i], p.mean[i]});
    panel.curves.push_back({{{{p.at[i], down}, {p.at[i], up}}, false}, {Stroke::hull, shapes - 1}});
  }
  panel.curves.push_back({std::move(means), {Stroke::curve}});
  panel.x = path_axis(p, label);
  panel.y = values_axis(p.metric + " on rows held out", low, high);
  add_choices(p, panel);
  if (p.best) panel.dots.push_back({p.at[*p.best], p.mean[*p.best]});
  return panel;
}

std::string place_text(const PathPicture& p, std::size_t k) {
  return p.variable + " " + short_number(p.at[k], 3) + ", " + counted(p.nonzero[k], "weight");
}

}  // namespace

Figure path_plot(const PathPicture& p) {
  const bool folds = p.mean.size() == p.at.size();
  const std::string label = p.variable + " (the penalty falls to the right)";
  Figure f;
  f.title = p.title;
  f.height = folds ? with_folds_height : weights_height;
  f.panels.push_back(weights_panel(p, folds ? "" : label));
  if (folds) f.panels.push_back(metric_panel(p, label));
  if (p.best) f.legend.push_back({Sign::stroke, 0, {Stroke::bound}, "best: " + place_text(p, *p.best)});
  if (p.one_se && p.one_se != p.best)
    f.legend.push_back({Sign::stroke, 0, {Stroke::margin}, "within one standard error: " + place_text(p, *p.one_se)});
  if (folds) f.legend.push_back({Sign::stroke, 0, {Stroke::curve}, "mean of the folds"});
  if (folds) f.legend.push_back({Sign::stroke, 0, {Stroke::hull, shapes - 1}, "one standard error"});
  if (p.lines.size() < p.columns)
    f.notes.push_back("The " + counted(p.lines.size(), "column") + " of " + grouped(p.columns) +
                      " with the largest weights.");
  if (!p.note.empty()) f.notes.push_back(p.note);
  f.description = "Weights of the columns against " + p.variable + ", from the heaviest penalty to the lightest" +
                  (folds ? "; below it the " + p.metric + " on rows held out, with its standard error. " : ". ") +
                  p.note;
  return f;
}

}  // namespace halfspace::plot
