#include "plot/rows_panel.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_marks = 20000;     // more would only lie on one another
constexpr double finest_mark = 1.0 / 1000.0;  // marks nearer than this share of an axis are one
constexpr double padding = 0.06;              // of the range, on either side

}  // namespace

VisibleRange shown_range(std::vector<double> values) {
  constexpr double fences = 3;
  constexpr double squeezed = 4;
  constexpr std::size_t least_rows = 8;
  constexpr std::size_t one_in = 20;
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  const VisibleRange whole = {values.front(), values.back(), 0};
  const double lower = values[n / 4];
  const double upper = values[n - 1 - n / 4];
  const double reach = fences * (upper - lower);
  const auto first = std::lower_bound(values.begin(), values.end(), lower - reach);
  const auto last = std::upper_bound(values.begin(), values.end(), upper + reach);
  const auto outside = n - static_cast<std::size_t>(last - first);
  const VisibleRange inner = {*first, *(last - 1), outside};
  const bool worth_it = whole.high - whole.low >= squeezed * (inner.high - inner.low) && inner.high > inner.low;
  const std::size_t allowed = n < least_rows ? 0 : std::max<std::size_t>(1, n / one_in);
  return outside > 0 && outside <= allowed && worth_it ? inner : whole;
}

Result<Axis> value_axis(const std::string& name, bool named, double low, double high, const std::string& flags) {
  const Range ends = padded_range(low, high, padding);
  if (!std::isfinite(ends.high - ends.low))
    return Error{Code::bad_data, "column " + in_quotes(name),
                 "its values go from " + short_number(low) + " to " + short_number(high) +
                     ": too far apart to draw; choose others with " + flags};
  return Axis{named ? name : "column " + name, ends.low, ends.high, false, false, {}};
}

Axis class_axis(std::span<const std::string> classes) {
  Axis axis = {"", -0.5, static_cast<double>(classes.size()) - 0.5, false, false, {}};
  for (std::size_t k = 0; k < classes.size(); ++k) axis.names.push_back({static_cast<double>(k), classes[k]});
  return axis;
}

std::uint64_t pull_inside(std::vector<Mark>& marks, const Panel& panel) {
  constexpr double edge = 0.012;  // of the axis
  std::uint64_t moved = 0;
  const auto inside = [](const Axis& axis, double v) {
    const double room = edge * (axis.high - axis.low);
    return v < axis.low ? axis.low + room : v > axis.high ? axis.high - room : v;
  };
  for (Mark& m : marks) {
    const Point at = {inside(panel.x, m.at.x), inside(panel.y, m.at.y)};
    moved += at.x != m.at.x || at.y != m.at.y ? 1 : 0;
    m.at = at;
  }
  return moved;
}

std::uint64_t most_on_one_place(const std::vector<Mark>& rows) {
  std::vector<std::pair<double, double>> places;
  places.reserve(rows.size());
  for (const Mark& m : rows) places.emplace_back(m.at.x, m.at.y);
  std::sort(places.begin(), places.end());
  std::uint64_t most = 0;
  for (std::size_t first = 0, last = 0; first < places.size(); first = last) {
    while (last < places.size() && places[last] == places[first]) ++last;
    most = std::max<std::uint64_t>(most, last - first);
  }
  return most;
}

std::vector<std::string> crowd_notes(std::uint64_t most, std::uint64_t outside) {
  std::vector<std::string> out;
  if (outside > 0)
    out.push_back(counted(outside, "row") + " far outside " + (outside == 1 ? "lies" : "lie") + " at the edge");
  if (most > 1) out.push_back("up to " + grouped(most) + " rows lie on one place");
  return out;
}

std::vector<Mark> visible(const std::vector<Mark>& all, const Panel& panel) {
  std::vector<Mark> out;
  for (double size = finest_mark;; size *= 2) {
    std::map<std::tuple<long, long, unsigned, bool, bool, std::optional<unsigned>, bool>, std::size_t> first;
    out.clear();
    for (const Mark& m : all) {
      const long x = std::lround(place(panel.x, m.at.x) / size);
      const long y = std::lround(place(panel.y, m.at.y) / size);
      const auto [at, is_new] =
          first.try_emplace({x, y, m.style, m.ringed, m.boxed, m.taken_for, m.support}, out.size());
      if (is_new)
        out.push_back(m);
      else
        out[at->second].rows += m.rows;
    }
    if (out.size() <= most_marks) return out;
  }
}

}  // namespace halfspace::plot
