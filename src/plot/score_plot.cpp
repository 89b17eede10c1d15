#include "plot/score_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t score_bins = 30;
constexpr double bin_share = 0.9;  // of its place that a bar fills
constexpr double over_bars = 1.1;
constexpr unsigned bare_scores_height = 150;
constexpr unsigned group_height = 130;

/// The least and the largest score; nothing without any.
Range span_of(const std::vector<ScoreGroup>& groups) {
  Range out = {INFINITY, -INFINITY};
  for (const ScoreGroup& g : groups) {
    for (const double s : g.scores) out = {std::min(out.low, s), std::max(out.high, s)};
  }
  return out;
}

std::size_t bin_of(double score, const Range& range) {
  const double at = (score - range.low) / (range.high - range.low) * static_cast<double>(score_bins);
  return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(score_bins - 1)));
}

Panel group_panel(const ScoreGroup& g, const Range& range) {
  std::vector<double> counts(score_bins);
  for (const double s : g.scores) counts[bin_of(s, range)] += 1;
  const double width = (range.high - range.low) / static_cast<double>(score_bins);
  const double top = *std::max_element(counts.begin(), counts.end()) * over_bars;
  Panel p;
  p.x = {"", range.low, range.high, false, false, {}};
  p.y = {"rows", 0, top, false, true, {}};
  for (std::size_t k = 0; k < score_bins; ++k) {
    if (counts[k] > 0)
      p.bars.push_back(
          {range.low + (static_cast<double>(k) + 0.5) * width, width * bin_share, 0, counts[k], g.style, ""});
  }
  if (range.low < 0 && range.high > 0) p.curves.push_back({{{{0, 0}, {0, top}}, false}, {Stroke::margin}});
  p.top = {{(range.low + range.high) / 2, g.name + ": " + counted(g.scores.size(), "row")}};
  return p;
}

}  // namespace

Figure score_plot(const std::string& title, const std::string& axis, const std::vector<ScoreGroup>& groups) {
  Figure f;
  f.title = title;
  const Range seen = span_of(groups);
  if (seen.low > seen.high) return f;
  const Range range = padded_range(seen.low, seen.high, 0.03);
  if (!std::isfinite(range.high - range.low) || range.low >= range.high) return f;
  std::string named;
  for (const ScoreGroup& g : groups) {
    if (g.scores.empty()) continue;
    f.panels.push_back(group_panel(g, range));
    f.legend.push_back({Sign::bar, g.style, {}, g.name});
    named += (named.empty() ? "" : ", ") + g.name + " " + counted(g.scores.size(), "row");
  }
  f.panels.back().x.label = axis;
  f.height = bare_scores_height + group_height * static_cast<unsigned>(f.panels.size());
  f.description = "Histograms over one axis, " + axis + ": " + named + ". From " + short_number(seen.low, 4) + " to " +
                  short_number(seen.high, 4) + ".";
  return f;
}

}  // namespace halfspace::plot
