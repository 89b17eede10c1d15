#include "select/label_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// Sums of the confusion matrix: its rows, its columns, its diagonal and all of it.
struct Margins {
  explicit Margins(const Counts& c) : truth(c.classes), predicted(c.classes), right(c.classes) {
    for (const auto& [pair, rows] : c.confusion) {
      const double weight = c.weight_at(pair.first, pair.second);
      truth[pair.first] += weight;
      predicted[pair.second] += weight;
      if (pair.first == pair.second) right[pair.first] += weight;
      all += weight;
    }
  }
  std::vector<double> truth;
  std::vector<double> predicted;
  std::vector<double> right;
  double all = 0;
};

ClassMetrics of_class(const Margins& m, std::size_t k) {
  ClassMetrics out;
  const double false_positives = m.predicted[k] - m.right[k];
  const double others = m.all - m.truth[k];
  out.precision = ratio(m.right[k], m.predicted[k]);
  out.recall = ratio(m.right[k], m.truth[k]);
  out.specificity = ratio(std::max(0.0, others - false_positives), others);
  out.f1 = ratio(2 * m.right[k], m.truth[k] + m.predicted[k]);
  out.support = m.truth[k];
  out.occurs = m.truth[k] > 0 || m.predicted[k] > 0;
  return out;
}

double matthews(const Margins& m) {
  double right = 0;
  double both = 0;
  double of_truth = 0;
  double of_predicted = 0;
  for (std::size_t k = 0; k < m.truth.size(); ++k) {
    const double truth = ratio(m.truth[k], m.all);
    const double predicted = ratio(m.predicted[k], m.all);
    right += ratio(m.right[k], m.all);
    both += truth * predicted;
    of_truth += truth * truth;
    of_predicted += predicted * predicted;
  }
  const double spread = (1 - of_predicted) * (1 - of_truth);
  return spread > 0 ? std::clamp((right - both) / std::sqrt(spread), -1.0, 1.0) : 0;
}

void add(MeanMetrics& to, const ClassMetrics& c, double share) {
  const auto add_share = [share](double& sum, double v) {
    sum = std::min(1.0, sum + share * v);
  };  // shares are rounded
  add_share(to.precision, c.precision);
  add_share(to.recall, c.recall);
  add_share(to.f1, c.f1);
}

}  // namespace

ShareInterval wilson_interval(std::uint64_t k, std::uint64_t n) {
  if (n == 0) return {};
  constexpr double z = 1.959963984540054;  // Φ(z) = 0.975
  const auto rows = static_cast<double>(n);
  const double share = static_cast<double>(k) / rows;
  const double middle = share + z * z / (2 * rows);
  const double half = z * std::sqrt(share * (1 - share) / rows + z * z / (4 * rows * rows));
  const double scale = 1 + z * z / rows;
  return {k == 0 ? 0 : (middle - half) / scale, k == n ? 1 : (middle + half) / scale};
}

LabelMetrics label_metrics(const Counts& counts) {
  LabelMetrics out;
  const Margins m(counts);
  double occurring = 0;
  double with_rows = 0;
  double right = 0;
  for (std::size_t k = 0; k < counts.classes; ++k) {
    out.classes.push_back(of_class(m, k));
    occurring += out.classes.back().occurs ? 1 : 0;
    with_rows += m.truth[k] > 0 ? 1 : 0;
    right += m.right[k];
  }
  for (const ClassMetrics& c : out.classes) {
    if (c.occurs) add(out.macro, c, 1 / occurring);
    add(out.weighted, c, ratio(c.support, m.all));
    if (c.support > 0) out.balanced_accuracy = std::min(1.0, out.balanced_accuracy + c.recall / with_rows);
  }
  out.accuracy = ratio(right, m.all);
  out.micro = {out.accuracy, out.accuracy, out.accuracy};
  out.mcc = matthews(m);
  return out;
}

}  // namespace halfspace
