#include "plot/confusion_plot.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t most_with_shares = 5;  // classes whose cells have room for "count (share)"
constexpr std::size_t characters_across = 72;
constexpr unsigned bare_height = 260;
constexpr unsigned most_height = 900;
constexpr unsigned class_height = 60;

Axis classes_axis(const std::string& label, const std::vector<std::string>& labels, bool down) {
  const auto end = static_cast<double>(labels.size()) - 0.5;
  Axis axis = {label, down ? end : -0.5, down ? -0.5 : end, false, false, {}};
  constexpr std::size_t most_down = 40;
  const std::size_t most = std::max<std::size_t>(characters_across / labels.size(), 4);
  const bool numbered = std::any_of(labels.begin(), labels.end(),
                                    [&](const std::string& l) { return shown(l, most) != shown(l, most_down); });
  for (std::size_t k = 0; k < labels.size(); ++k) {
    std::string name = numbered ? std::to_string(k + 1) : "";
    if (numbered && down) name += ": ";
    if (!numbered || down) name += shown(labels[k], most_down);
    axis.names.push_back({static_cast<double>(k), std::move(name)});
  }
  return axis;
}

std::string count_text_of(std::uint64_t count, double share, bool with_share) {
  return grouped(count) + (with_share ? " (" + short_number(100 * share, 3) + " %)" : "");
}

}  // namespace

Figure confusion_plot(const std::string& title, const std::string& note, const std::vector<std::string>& labels,
                      std::span<const std::uint64_t> counts) {
  const std::size_t classes = labels.size();
  Figure f;
  f.title = title;
  f.height =
      std::min(most_height, bare_height + class_height * static_cast<unsigned>(std::min<std::size_t>(classes, 20)));
  Panel& p = f.panels.emplace_back();
  p.x = classes_axis("predicted", labels, false);
  p.y = classes_axis("true", labels, true);
  for (std::size_t t = 0; t < classes; ++t) {
    const auto row = counts.subspan(t * classes, classes);
    const auto rows = static_cast<double>(std::accumulate(row.begin(), row.end(), std::uint64_t{0}));
    for (std::size_t k = 0; k < classes; ++k) {
      const double share = rows > 0 ? static_cast<double>(row[k]) / rows : 0;
      const auto x = static_cast<double>(k);
      const auto y = static_cast<double>(t);
      p.cells.push_back({{x - 0.5, x + 0.5, y - 0.5, y + 0.5},
                         share,
                         k == t ? 0U : 1U,
                         count_text_of(row[k], share, classes <= most_with_shares)});
    }
  }
  f.legend = {{Sign::bar, 0, {}, "right"}, {Sign::bar, 1, {}, "wrong"}};
  f.notes.push_back(note);
  f.description = "Confusion matrix: rows by true class (down) and predicted class (across). " + note;
  return f;
}

}  // namespace halfspace::plot
