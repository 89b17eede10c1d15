#include "plot/calibration_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr double wilson_quantile = 1.959963984540054;  // of the standard normal at 0.975
constexpr double bin_filled = 0.9;                     // of its place
constexpr double above_bins = 1.1;
constexpr unsigned bins_height = 640;

Panel shares_panel(const std::vector<ProbabilityBin>& bins, bool weighted) {
  Panel p;
  p.x = share_axis("");
  p.y = share_axis("share of +1");
  p.curves.push_back({{{{0, 0}, {1, 1}}, false}, {Stroke::bound}});
  Polyline line;
  for (const ProbabilityBin& b : bins) {
    if (b.rows == 0) continue;
    line.points.push_back({b.mean, b.share});
    p.marks.push_back({{b.mean, b.share}, 0, false, false, {}});
    if (weighted) continue;
    const Segment interval = share_interval(b.share, b.rows);
    p.curves.push_back({{{{b.mean, interval.a.y}, {b.mean, interval.b.y}}, false}, {Stroke::margin}});
  }
  p.curves.push_back({std::move(line), {Stroke::curve}});
  return p;
}

Panel bins_panel(const std::vector<ProbabilityBin>& bins) {
  Panel p;
  std::uint64_t most = 1;
  for (const ProbabilityBin& b : bins) {
    most = std::max(most, b.rows);
    p.bars.push_back({(b.low + b.high) / 2, (b.high - b.low) * bin_filled, 0, static_cast<double>(b.rows), 0, ""});
  }
  p.x = share_axis("P(+1)");
  p.y = {"rows", 0, static_cast<double>(most) * above_bins, false, true, {}};
  return p;
}

}  // namespace

Segment share_interval(double share, std::uint64_t rows) {
  const auto n = static_cast<double>(rows);
  const double z = wilson_quantile * wilson_quantile;
  const double middle = (share + z / (2 * n)) / (1 + z / n);
  const double half = wilson_quantile / (1 + z / n) * std::sqrt(share * (1 - share) / n + z / (4 * n * n));
  return {{0, std::max(middle - half, 0.0)}, {0, std::min(middle + half, 1.0)}};
}

Figure calibration_plot(const std::string& title, const std::string& note, const std::vector<ProbabilityBin>& bins,
                        bool weighted) {
  Figure f;
  f.title = title;
  f.height = bins_height;
  f.panels = {shares_panel(bins, weighted), bins_panel(bins)};
  f.legend = {{Sign::mark, 0, {}, "share of +1 in a tenth"}};
  if (!weighted) f.legend.push_back({Sign::stroke, 0, {Stroke::margin}, "its 95 % interval"});
  f.legend.push_back({Sign::stroke, 0, {Stroke::bound}, "share = probability"});
  f.legend.push_back({Sign::bar, 0, {}, "rows"});
  f.notes.push_back(note);
  f.description =
      "Share of +1 among rows of about equal probability, against that probability; bars: rows in each "
      "tenth. " +
      note;
  return f;
}

}  // namespace halfspace::plot
