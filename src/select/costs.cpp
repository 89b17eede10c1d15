#include "select/costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/label.hpp"
#include "data/label_index.hpp"

namespace halfspace {
namespace {

constexpr double most_cost = 1e100;  // sums of costs stay numbers

using CostPair = std::pair<std::size_t, std::size_t>;

Error costs_refused(const std::string& message) { return {Code::usage, "--costs", message}; }

/// (true class, predicted one) of FN, FP or TRUE>PREDICTED.
Result<CostPair> cost_pair(const std::string& text, std::span<const std::string> classes, const LabelIndex& index) {
  if (classes.size() == 2 && text == "FN") return CostPair{1, 0};
  if (classes.size() == 2 && text == "FP") return CostPair{0, 1};
  if (classes.size() != 2 && (text == "FN" || text == "FP"))
    return costs_refused(in_quotes(text) + " is for two classes, the model has " + std::to_string(classes.size()) +
                         "; write TRUE>PREDICTED=COST");
  std::vector<CostPair> found;
  for (std::size_t at = text.find('>'); at != std::string::npos; at = text.find('>', at + 1)) {
    const auto truth = index.find(std::string_view(text).substr(0, at));
    const auto predicted = index.find(std::string_view(text).substr(at + 1));
    if (truth && predicted) found.emplace_back(*truth, *predicted);
  }
  if (found.size() == 1) return found[0];
  return costs_refused(in_quotes(text) +
                       (found.empty() ? " does not name a true and a predicted class as TRUE>PREDICTED" +
                                            std::string(classes.size() == 2 ? ", FN or FP" : "")
                                      : " can be read as more than one pair of classes") +
                       "; the classes are " + joined(classes));
}

/// Rows of one value, by weight.
struct ValueGroup {
  double value = 0;
  double positive = 0;
  double negative = 0;
};

/// From the highest value down.
std::vector<ValueGroup> value_groups(std::span<const double> value, std::span<const std::uint32_t> truth,
                                     std::span<const double> weight) {
  std::vector<std::size_t> order(value.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return value[a] > value[b] || (value[a] == value[b] && a < b); });
  std::vector<ValueGroup> out;
  for (const std::size_t i : order) {
    if (out.empty() || out.back().value != value[i]) out.push_back({value[i], 0, 0});
    (truth[i] == 1 ? out.back().positive : out.back().negative) += weight.empty() ? 1 : weight[i];
  }
  return out;
}

/// A threshold that calls +1 what is at least `upper` and not `lower`, if one lies in the range.
std::optional<double> threshold_between(double lower, double upper, double today, const CutRange& range) {
  const auto fits = [&](double t) { return lower < t && t <= upper && range.below < t && t < range.above; };
  if (fits(today)) return today;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double t = std::isinf(upper) ? std::nextafter(lower, infinity) : upper;
  if (fits(t)) return t;
  const double last = std::nextafter(range.above, -infinity);
  return fits(last) ? std::optional(last) : std::nullopt;
}

/// Every set of labels that a threshold gives, with its cost.
std::vector<CostCut> all_cuts(const CostTable& costs, std::span<const ValueGroup> groups, double today,
                              const CutRange& range) {
  std::vector<ValueGroup> called_negative(groups.size() + 1);  // their weights, from each group down
  for (std::size_t k = groups.size(); k-- > 0;) {
    called_negative[k].positive = called_negative[k + 1].positive + groups[k].positive;
    called_negative[k].negative = called_negative[k + 1].negative + groups[k].negative;
  }
  ValueGroup above;
  std::vector<CostCut> out;
  for (std::size_t k = 0; k <= groups.size(); ++k) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const ValueGroup& below = called_negative[k];
    const double upper = k == 0 ? infinity : groups[k - 1].value;
    const double lower = k == groups.size() ? -infinity : groups[k].value;
    if (const auto t = threshold_between(lower, upper, today, range))
      out.push_back({*t, costs.of(1, 0) * below.positive + costs.of(0, 0) * below.negative +
                             costs.of(1, 1) * above.positive + costs.of(0, 1) * above.negative});
    if (k == groups.size()) break;
    above.positive += groups[k].positive;
    above.negative += groups[k].negative;
  }
  return out;
}

}  // namespace

Result<CostTable> cost_table(const std::string& text, std::span<const std::string> classes) {
  const auto parts = quoted_list(text, "--costs");
  if (!parts) return parts.error();
  if (parts.value().empty()) return costs_refused("is empty; expected FN=COST,FP=COST or TRUE>PREDICTED=COST,...");
  const bool numbers = std::all_of(classes.begin(), classes.end(),
                                   [](const std::string& label) { return label_number(label).has_value(); });
  const LabelIndex index(classes, numbers);
  CostTable out;
  for (const std::string& part : parts.value()) {
    const std::size_t at = part.rfind('=');
    if (at == std::string::npos)
      return costs_refused(in_quotes(part) + " has no cost; expected FN=COST, FP=COST or TRUE>PREDICTED=COST");
    const auto pair = cost_pair(part.substr(0, at), classes, index);
    if (!pair) return pair.error();
    const auto cost = option_number(part.substr(at + 1), "--costs");
    if (!cost) return cost.error();
    if (!(cost.value() >= 0)) return costs_refused(in_quotes(part) + " is below 0; a cost is a number from 0 on");
    if (cost.value() > most_cost) return costs_refused(in_quotes(part) + " is beyond 1e100; a cost is at most that");
    if (!out.named.emplace(pair.value(), cost.value()).second)
      return costs_refused(in_quotes(part) + " names a pair of classes again; name each pair once");
  }
  return out;
}

double total_cost(const CostTable& costs, const Counts& counts) {
  double sum = 0;
  for (const auto& [pair, rows] : counts.confusion)
    sum += costs.of(pair.first, pair.second) * counts.weight_at(pair.first, pair.second);
  return sum;
}

std::optional<CostCut> cheapest_cut(const CostTable& costs, std::span<const double> value,
                                    std::span<const std::uint32_t> truth, std::span<const double> weight, double today,
                                    const CutRange& range) {
  const std::vector<CostCut> cuts = all_cuts(costs, value_groups(value, truth, weight), today, range);
  if (cuts.empty()) return std::nullopt;
  double least = std::numeric_limits<double>::infinity();
  for (const CostCut& cut : cuts) least = std::min(least, cut.cost);
  const CostCut* best = nullptr;
  for (const CostCut& cut : cuts) {
    if (cut.cost > least * (1 + 1e-12)) continue;
    if (best == nullptr || std::fabs(cut.threshold - today) < std::fabs(best->threshold - today)) best = &cut;
  }
  return *best;
}

}  // namespace halfspace
