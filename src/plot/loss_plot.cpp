#include "plot/loss_plot.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_buckets = 1000;
constexpr double log_factor = 20;  // values that differ by more want a logarithmic axis

/// All values, or of many the least and the largest of each bucket, in their order.
Polyline rounds_line(std::span<const double> values) {
  const std::size_t width = (values.size() + most_buckets - 1) / most_buckets;
  Polyline out;
  for (std::size_t k = 0; k < values.size(); k += width) {
    const auto bucket = values.subspan(k, std::min(width, values.size() - k));
    const auto [low, high] = std::minmax_element(bucket.begin(), bucket.end());
    const auto point = [&](auto it) {
      return Point{static_cast<double>(k + static_cast<std::size_t>(it - bucket.begin())), *it};
    };
    out.points.push_back(point(std::min(low, high)));
    if (low != high) out.points.push_back(point(std::max(low, high)));
  }
  return out;
}

}  // namespace

Figure loss_plot(std::span<const double> objective, const std::string& note) {
  const auto [low, high] = std::minmax_element(objective.begin(), objective.end());
  const auto last = static_cast<double>(std::max<std::size_t>(objective.size(), 2) - 1);
  const bool log = *low > 0 && *high / *low > log_factor;
  Figure f;
  f.title = "Objective in " + counted(objective.size() - 1, "round");
  Panel& p = f.panels.emplace_back();
  p.x = {"round", 0, last, false, true, {}};
  const double room = *high > *low ? (*high - *low) * 0.05 : 1;
  p.y = {"objective", *low >= 0 ? 0 : *low - room, *high + room, false, false, {}};
  if (log) p.y = {"objective", *low / 1.5, *high * 1.5, true, false, {}};
  p.curves.push_back({rounds_line(objective), {Stroke::curve}});
  f.legend = {{Sign::stroke, 0, {Stroke::curve}, "objective"}};
  f.notes.push_back("From " + short_number(objective.front()) + " to " + short_number(objective.back()) + "; " + note);
  f.description = "The objective before each round and at the end. " + f.notes[0];
  return f;
}

}  // namespace halfspace::plot
