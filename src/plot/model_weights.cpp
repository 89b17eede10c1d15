#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "plot/model_plot.hpp"

namespace halfspace::plot {
namespace {

constexpr unsigned bias_style = 7;
constexpr double thickness = 0.68;
constexpr double room_for_texts = 0.2;  // of the axis, on a side that has bars
constexpr unsigned bar_height = 22;     // pixels
constexpr unsigned least_height = 190;  // title, legend, axis and notes

/// The columns with the largest |w|, largest first, the first of equals first.
std::vector<std::size_t> largest(const std::vector<double>& w, std::size_t most) {
  std::vector<std::size_t> order(w.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto kept = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, w.size()));
  std::partial_sort(order.begin(), kept, order.end(), [&](std::size_t a, std::size_t b) {
    return std::fabs(w[a]) > std::fabs(w[b]) || (std::fabs(w[a]) == std::fabs(w[b]) && a < b);
  });
  order.erase(kept, order.end());
  return order;
}

Bar bar_for(double w, std::size_t row, bool bias) {
  return {static_cast<double>(row), thickness, 0, w, bias ? bias_style : w < 0 ? 1U : 0U, short_number(w, 4)};
}

Axis weight_axis(const std::vector<Bar>& bars) {
  double low = 0;
  double high = 0;
  for (const Bar& b : bars) {
    low = std::min(low, b.to);
    high = std::max(high, b.to);
  }
  if (low == high) return {"weight", -1, 1, false, false, {}};
  const double room = (high - low) * room_for_texts;
  return {"weight", low < 0 ? low - room : 0, high > 0 ? high + room : 0, false, false, {}};
}

}  // namespace

Result<Figure> weights_plot(const Model& m, std::size_t most) {
  if (m.cols() == 0) return Error{Code::bad_data, "", "the model has no columns: there are no weights to draw"};
  const std::vector<double> w = typical_weights(m);
  const std::vector<std::size_t> order = largest(w, most);
  Figure f;
  Panel& p = f.panels.emplace_back();
  p.lying = true;
  const auto add = [&](const std::string& name, double value, bool bias) {
    p.y.names.push_back({static_cast<double>(p.bars.size()), name});
    p.bars.push_back(bar_for(value, p.bars.size(), bias));
  };
  for (const std::size_t j : order) add(m.column_name(j), w[j], false);
  const bool biased = m.bias_mode != "none" && !m.voted();
  if (biased) add("(bias)", m.b, true);
  p.y.low = static_cast<double>(p.bars.size()) - 0.5;
  p.y.high = -0.5;
  p.x = weight_axis(p.bars);
  if (!std::isfinite(p.x.high - p.x.low)) return Error{Code::bad_data, "", "the weights are too far apart to draw"};
  f.height = least_height + bar_height * static_cast<unsigned>(p.bars.size());
  f.title = "Weights of the " + shown(m.algorithm);
  f.legend = {{Sign::bar, 0, {}, "towards " + shown(m.classes[1]) + " (+1)"},
              {Sign::bar, 1, {}, "towards " + shown(m.classes[0]) + " (-1)"}};
  if (biased) f.legend.push_back({Sign::bar, bias_style, {}, "bias"});
  std::string note = order.size() < w.size()
                         ? "The " + counted(order.size(), "largest weight") + " of " + grouped(w.size())
                         : counted(w.size(), "weight");
  if (m.voted()) note += ", averages over " + counted(m.vote_counts.size(), "voting vector");
  f.notes.push_back(note + ", by size; they compare only where the columns have like ranges.");
  f.description = "Bars of signed weights by column, largest first. " + f.notes[0];
  return f;
}

}  // namespace halfspace::plot
