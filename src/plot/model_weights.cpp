#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "plot/model_plot.hpp"
#include "plot/model_slice.hpp"

namespace halfspace::plot {
namespace {

constexpr unsigned bias_style = 7;
constexpr double thickness = 0.68;
constexpr double room_for_texts = 0.2;      // of the axis, on a side that has bars
constexpr double room_of_character = 0.03;  // where texts are long
constexpr unsigned bar_height = 22;         // pixels
constexpr unsigned least_height = 190;      // title, legend, axis and notes
constexpr std::size_t most_groups = 12;
constexpr std::size_t least_in_group = 3;

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

Axis weight_axis(const std::vector<Bar>& bars) {
  double low = 0;
  double high = 0;
  std::size_t longest = 0;
  for (const Bar& b : bars) {
    low = std::min(low, b.to);
    high = std::max(high, b.to);
    longest = std::max(longest, b.text.size());
  }
  if (low == high) return {"weight", -1, 1, false, false, {}};
  const double room = (high - low) * std::max(room_for_texts, room_of_character * static_cast<double>(longest));
  return {"weight", low < 0 ? low - room : 0, high > 0 ? high + room : 0, false, false, {}};
}

class WeightsDrawing {
 public:
  WeightsDrawing(const Model& m, std::size_t most, bool with_bias)
      : m_(m),
        d_(static_cast<std::size_t>(m.cols())),
        groups_(std::min<std::size_t>(m.vectors(), most_groups)),
        biased_(with_bias && m.bias != Bias::none && !m.voted()) {
    kept_ = std::min(d_, groups_ == 1 ? most : std::max(most / groups_, least_in_group));
    panel_.lying = true;
  }

  Result<WeightsPlot> draw() {
    for (std::size_t k = 0; k < groups_; ++k) add_group(k);
    panel_.y.low = row_ - 0.5;
    panel_.y.high = -0.5;
    panel_.x = weight_axis(panel_.bars);
    if (!std::isfinite(panel_.x.high - panel_.x.low))
      return Error{Code::bad_data, "", "the weights are too far apart to draw"};
    Figure& f = out_.figure;
    f.height = least_height + bar_height * static_cast<unsigned>(row_);
    f.panels.push_back(std::move(panel_));
    f.title = "Weights of the " + learner_text(m_);
    add_legend();
    f.notes.push_back(note());
    f.description = "Bars of signed weights by column, largest first" +
                    std::string(m_.vectors() > 1 ? ", in a group for each class. " : ". ") + f.notes[0];
    return std::move(out_);
  }

 private:
  void add_group(std::size_t k) {
    const std::vector<double> w = typical_weights(m_, k);
    if (m_.vectors() > 1) panel_.y.names.push_back({row_++, shown(m_.vector_name(k)) + ":"});
    for (const std::size_t j : largest(w, kept_)) add(k, m_.column_name(j), w[j], false);
    if (biased_) add(k, "(bias)", m_.b[k], true);
  }

  void add(std::size_t k, const std::string& name, double w, bool bias) {
    const bool two = m_.vectors() == 1;
    const unsigned style = !two ? static_cast<unsigned>(k) : bias ? bias_style : w < 0 ? 1U : 0U;
    panel_.y.names.push_back({row_, name});
    panel_.bars.push_back({row_++, thickness, 0, w, style, short_number(w, 4)});
    out_.bars.push_back({two ? "" : m_.vector_name(k), name, w});
  }

  void add_legend() {
    auto& legend = out_.figure.legend;
    if (m_.vectors() == 1) {
      legend = {{Sign::bar, 0, {}, "towards " + shown(m_.classes[1]) + " (+1)"},
                {Sign::bar, 1, {}, "towards " + shown(m_.classes[0]) + " (-1)"}};
      if (biased_) legend.push_back({Sign::bar, bias_style, {}, "bias"});
      return;
    }
    for (std::size_t k = 0; k < groups_; ++k)
      legend.push_back({Sign::bar, static_cast<unsigned>(k), {}, "for " + shown(m_.vector_name(k))});
  }

  std::string note() const {
    std::string out =
        kept_ < d_ ? "The " + counted(kept_, "largest weight") + " of " + grouped(d_) : counted(d_, "weight");
    if (m_.vectors() > 1) out += m_.pairwise() ? " a pair" : " a class";
    if (groups_ < m_.vectors())
      out += ", the first " + grouped(groups_) + " of " + counted(m_.vectors(), m_.pairwise() ? "pair" : "class");
    if (m_.votes) out += ", averages over " + counted(m_.votes->counts.size(), "voting vector");
    return out + (m_.map.factor.empty() ? "" : ", in original units") +
           ", by size; they compare only where the columns have like ranges.";
  }

  const Model& m_;
  std::size_t d_;
  std::size_t groups_;
  std::size_t kept_ = 0;
  bool biased_;
  double row_ = 0;
  Panel panel_;
  WeightsPlot out_;
};

}  // namespace

Result<WeightsPlot> weights_plot(const Model& m, std::size_t most, bool with_bias) {
  if (m.support)
    return Error{Code::bad_data, "",
                 "a " + learner_text(m) + " has no weights of columns, but multipliers of " +
                     counted(m.support->rows.rows, "support row") + "; draw its boundary with --kind data"};
  if (m.cols() == 0) return Error{Code::bad_data, "", "the model has no columns: there are no weights to draw"};
  return WeightsDrawing(m, most, with_bias).draw();
}

}  // namespace halfspace::plot
