#include "plot/search_plot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr double weakest = 0.06;  // of a cell's colour
constexpr double log_ratio = 20;  // values that differ by more stand on a logarithmic axis
constexpr unsigned map_height = 200;
constexpr unsigned row_height = 48;
constexpr unsigned most_map_height = 900;
constexpr std::size_t most_with_text = 12;  // columns whose cells have room for a number

/// For each value its place when they are sorted.
std::vector<std::size_t> places_by_size(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<std::size_t> place(values.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  return place;
}

Axis cells_axis(const SearchAxis& a) {
  const std::vector<std::size_t> place = places_by_size(a.values);
  Axis axis = {a.name, -0.5, static_cast<double>(a.values.size()) - 0.5, false, false, {}};
  for (std::size_t k = 0; k < a.values.size(); ++k)
    axis.names.push_back({static_cast<double>(place[k]), shown(a.labels[k], 10)});
  std::sort(axis.names.begin(), axis.names.end(), [](const Tick& a1, const Tick& a2) { return a1.at < a2.at; });
  return axis;
}

/// The least and the largest mean.
std::pair<double, double> range_of(const SearchPicture& s) {
  double low = INFINITY;
  double high = -INFINITY;
  for (const SearchPlace& p : s.places) {
    low = std::min(low, p.mean.value_or(INFINITY));
    high = std::max(high, p.mean.value_or(-INFINITY));
  }
  return {low, high};
}

std::string spoken(const SearchPicture& s, std::size_t k) {
  const SearchPlace& p = s.places[k];
  std::string out = s.axes[0].name + "=" + s.axes[0].labels[p.x];
  if (s.axes.size() > 1) out += ", " + s.axes[1].name + "=" + s.axes[1].labels[p.y];
  return out + ": " + s.metric + " " + short_number(p.mean.value_or(0));
}

Panel heat_panel(const SearchPicture& s) {
  Panel panel;
  panel.x = cells_axis(s.axes[0]);
  panel.y = cells_axis(s.axes[1]);
  const std::vector<std::size_t> column = places_by_size(s.axes[0].values);
  const std::vector<std::size_t> row = places_by_size(s.axes[1].values);
  const auto [low, high] = range_of(s);
  for (std::size_t k = 0; k < s.places.size(); ++k) {
    const SearchPlace& p = s.places[k];
    const auto x = static_cast<double>(column[p.x]);
    const auto y = static_cast<double>(row[p.y]);
    if (!p.mean) {
      panel.cells.push_back({{x - 0.5, x + 0.5, y - 0.5, y + 0.5}, 0, 0, "-"});
      continue;
    }
    const double share = high > low ? (*p.mean - low) / (high - low) : 1;
    const double good = s.larger_is_better ? share : 1 - share;
    const std::string mark = k == s.best ? "*" : k == s.one_se ? "'" : "";
    const std::string text = s.axes[0].values.size() <= most_with_text ? short_number(*p.mean, 4) + mark : mark;
    panel.cells.push_back(
        {{x - 0.5, x + 0.5, y - 0.5, y + 0.5}, weakest + (1 - weakest) * good, k == s.best ? 1U : 0U, text});
  }
  return panel;
}

Panel line_panel(const SearchPicture& s) {
  Panel panel;
  std::vector<std::size_t> order;
  double low = INFINITY;
  double high = -INFINITY;
  for (std::size_t k = 0; k < s.places.size(); ++k) {
    if (!s.places[k].mean) continue;
    order.push_back(k);
    const double error = s.places[k].error.value_or(0);
    low = std::min(low, *s.places[k].mean - error);
    high = std::max(high, *s.places[k].mean + error);
  }
  const auto x_of = [&](std::size_t k) { return s.axes[0].values[s.places[k].x]; };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x_of(a) < x_of(b); });
  Polyline line;
  for (const std::size_t k : order) {
    const double mean = *s.places[k].mean;
    const double error = s.places[k].error.value_or(0);
    line.points.push_back({x_of(k), mean});
    panel.curves.push_back({{{{x_of(k), mean - error}, {x_of(k), mean + error}}, false}, {Stroke::margin}});
    panel.marks.push_back({{x_of(k), mean}, 0, k == s.best, k == s.one_se && k != s.best, {}});
  }
  panel.curves.push_back({std::move(line), {Stroke::curve}});
  const double first = order.empty() ? 0 : x_of(order.front());
  const double last = order.empty() ? 1 : x_of(order.back());
  const bool log = first > 0 && last / first > log_ratio;
  const double room = last > first ? (last - first) * 0.05 : 1;
  panel.x = {s.axes[0].name, first - room, last + room, false, false, {}};
  if (log) panel.x = {s.axes[0].name, first / 1.5, last * 1.5, true, false, {}};
  const double above = high > low ? (high - low) * 0.08 : 0.05;
  panel.y = {s.metric, low - above, high + above, false, false, {}};
  return panel;
}

}  // namespace

Figure search_plot(const SearchPicture& picture) {
  const SearchPicture& s = picture;
  Figure f;
  const bool map = s.axes.size() == 2;
  f.title =
      "Search: mean " + s.metric + " of held-out rows, by " + s.axes[0].name + (map ? " and " + s.axes[1].name : "");
  const std::string best = "best: " + spoken(s, s.best);
  const bool other = s.one_se != s.best;
  const std::string simple = "simplest within one standard error: " + spoken(s, s.one_se);
  if (map) {
    f.height = std::min(most_map_height, map_height + row_height * static_cast<unsigned>(s.axes[1].values.size()));
    f.panels = {heat_panel(s)};
    f.legend = {{Sign::bar, 0, {}, "the better the stronger"}, {Sign::bar, 1, {}, "best (*)"}};
    if (other) f.notes.push_back("' " + simple);
  } else {
    f.panels = {line_panel(s)};
    f.legend = {{Sign::mark, 0, {}, "mean over folds"},
                {Sign::stroke, 0, {Stroke::margin}, "one standard error"},
                {Sign::ring, 0, {}, "best"}};
    if (other) f.legend.push_back({Sign::box, 0, {}, "simplest within one standard error"});
    if (other) f.notes.push_back(simple);
  }
  f.notes.insert(f.notes.begin(), best);
  f.notes.push_back(s.note);
  f.description = f.title + ". " + best + (other ? "; " + simple : "") + ". " + s.note;
  return f;
}

}  // namespace halfspace::plot
