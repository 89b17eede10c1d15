#include "plot/rows_panel.hpp"

#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_marks = 20000;     // more would only lie on one another
constexpr double finest_mark = 1.0 / 1000.0;  // marks nearer than this share of an axis are one
constexpr double padding = 0.06;              // of the range, on either side

}  // namespace

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

std::vector<Mark> visible(const std::vector<Mark>& all, const Panel& panel) {
  std::vector<Mark> out;
  for (double size = finest_mark;; size *= 2) {
    std::set<std::tuple<long, long, unsigned, bool, bool, std::optional<unsigned>>> seen;
    out.clear();
    for (const Mark& m : all) {
      const long x = std::lround(place(panel.x, m.at.x) / size);
      const long y = std::lround(place(panel.y, m.at.y) / size);
      if (seen.emplace(x, y, m.style, m.ringed, m.boxed, m.taken_for).second) out.push_back(m);
    }
    if (out.size() <= most_marks) return out;
  }
}

}  // namespace halfspace::plot
