#include "plot/mistakes_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::uint64_t most_bars = 100;
constexpr double filled = 0.8;  // of a bar's place
constexpr double headroom = 1.1;

/// Bar k counts the updates of passes k * width + 1 .. (k + 1) * width.
Panel bars_panel(const std::vector<PassUpdates>& updates, std::uint64_t passes, std::uint64_t width) {
  std::vector<double> sums((passes + width - 1) / width);
  for (const PassUpdates& u : updates) sums[(u.pass - 1) / width] += static_cast<double>(u.updates);
  Panel p;
  const auto w = static_cast<double>(width);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double first = static_cast<double>(k) * w + 1;
    p.bars.push_back({first + (w - 1) / 2, w * filled, 0, sums[k], 0, ""});
  }
  const double most = *std::max_element(sums.begin(), sums.end());
  p.x = {"", 0.5, 0.5 + static_cast<double>(sums.size()) * w, false, true, {}};
  p.y = {width == 1 ? "updates in the pass" : "updates in " + counted(width, "pass"),
         0,
         std::max(most, 1.0) * headroom,
         false,
         true,
         {}};
  return p;
}

/// Steps: the sum after each pass, on a logarithmic axis where a bound is to be seen with it.
Panel sum_panel(const std::vector<PassUpdates>& updates, const Axis& x, std::uint64_t passes,
                std::optional<double> bound) {
  Panel p;
  p.x = x;
  p.x.label = "pass";
  double sum = 0;
  Polyline line;
  for (const PassUpdates& u : updates) {
    const auto pass = static_cast<double>(u.pass);
    if (sum > 0) line.points.push_back({pass, sum});
    sum += static_cast<double>(u.updates);
    line.points.push_back({pass, sum});
  }
  if (sum > 0) line.points.push_back({static_cast<double>(passes), sum});
  p.curves.push_back({std::move(line), {Stroke::curve}});
  if (bound) p.curves.push_back({{{{x.low, *bound}, {x.high, *bound}}, false}, {Stroke::bound}});
  const double most = std::max({sum, bound.value_or(0), 1.0});
  p.y = {"updates so far", 0, most * headroom, false, true, {}};
  if (bound) p.y = {"updates so far", 0.8, std::max(most * 2, 10.0), true, false, {}};
  return p;
}

/// A bound in whole updates, in digits where a double has them all.
std::string count_text(double bound) {
  constexpr double most_whole = 9007199254740992.0;  // 2^53
  return bound < most_whole ? grouped(static_cast<std::uint64_t>(bound)) : short_number(bound);
}

}  // namespace

Figure mistakes_plot(const std::vector<PassUpdates>& updates, std::uint64_t passes, std::optional<double> bound) {
  const std::uint64_t last = updates.empty() ? 1 : updates.back().pass;
  if (passes < last) passes = last;
  if (bound && !(*bound >= 1 && std::isfinite(*bound * 2))) bound.reset();
  const std::uint64_t width = (passes + most_bars - 1) / most_bars;
  std::uint64_t total = 0;
  for (const PassUpdates& u : updates) total += u.updates;
  Figure f;
  f.title = "Updates in " + counted(passes, "pass");
  f.panels.push_back(bars_panel(updates, passes, width));
  f.panels.push_back(sum_panel(updates, f.panels[0].x, passes, bound));
  f.legend = {{Sign::bar, 0, {}, "updates"}, {Sign::stroke, 0, {Stroke::curve}, "updates so far"}};
  if (bound) f.legend.push_back({Sign::stroke, 0, {Stroke::bound}, "mistake bound"});
  f.notes.push_back(counted(total, "update") + " in " + counted(passes, "pass") +
                    (bound ? ", at most " + count_text(*bound) + " by the mistake bound" : ""));
  f.description = "Bars: updates in each pass. Line: updates so far" +
                  std::string(bound ? ", against the mistake bound" : "") + ". " + f.notes[0] + ".";
  return f;
}

}  // namespace halfspace::plot
