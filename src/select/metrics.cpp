#include "select/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halfspace {
namespace {

double weight_at(std::span<const double> weight, std::size_t i) { return weight.empty() ? 1 : weight[i]; }

/// Rows with one score: the weight of those that are +1 and -1, which is their number where rows have no weights.
struct Tie {
  double positive = 0;
  double negative = 0;
};

/// A power of two that keeps products of sums of weights among the doubles.
double unit_of(std::span<const double> weight) {
  const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
  return total > 0 ? std::ldexp(1.0, -std::ilogb(total)) : 1;
}

/// From the highest score down. Weights are times their unit.
std::vector<Tie> ties(std::span<const double> score, std::span<const std::uint32_t> truth,
                      std::span<const double> weight) {
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return score[a] > score[b] || (score[a] == score[b] && a < b); });
  const double unit = unit_of(weight);
  std::vector<Tie> out;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || score[order[k]] != score[order[k - 1]]) out.emplace_back();
    (truth[order[k]] == 1 ? out.back().positive : out.back().negative) += unit * weight_at(weight, order[k]);
  }
  return out;
}

/// The weight of the share, rounded up where weights are whole numbers, which count rows.
double weight_of_share(double share, std::size_t rows, std::span<const double> weight) {
  const double total = weight.empty() ? static_cast<double>(rows) : std::accumulate(weight.begin(), weight.end(), 0.0);
  const bool whole =
      std::all_of(weight.begin(), weight.end(), [](double c) { return c < 0x1p53 && c == std::trunc(c); });
  return whole ? std::ceil(share * total * (1 - 1e-12)) : share * total;
}

}  // namespace

std::optional<double> roc_auc(std::span<const double> score, std::span<const std::uint32_t> truth,
                              std::span<const double> weight) {
  double positive = 0;  // above the tie
  double negative = 0;
  double doubled = 0;  // twice the pairs in order: without weights whole numbers, exact below 2^53
  for (const Tie& tie : ties(score, truth, weight)) {
    doubled += tie.negative * (2 * positive + tie.positive);
    positive += tie.positive;
    negative += tie.negative;
  }
  if (positive == 0 || negative == 0) return std::nullopt;
  return std::min(1.0, doubled / (2 * positive * negative));  // sums of weights are rounded
}

std::optional<double> average_precision(std::span<const double> score, std::span<const std::uint32_t> truth,
                                        std::span<const double> weight) {
  double positive = 0;
  double rows = 0;
  double sum = 0;  // sum of (new positives) P_k
  for (const Tie& tie : ties(score, truth, weight)) {
    positive += tie.positive;
    rows += tie.positive + tie.negative;
    sum += tie.positive * positive / rows;
  }
  if (positive == 0) return std::nullopt;
  return std::min(1.0, sum / positive);
}

std::optional<double> lift(std::span<const double> score, std::span<const std::uint32_t> truth, double fraction,
                           std::span<const double> weight) {
  Tie all;
  const std::vector<Tie> from_highest = ties(score, truth, weight);
  for (const Tie& tie : from_highest) {
    all.positive += tie.positive;
    all.negative += tie.negative;
  }
  if (all.positive == 0) return std::nullopt;
  double left = weight_of_share(fraction, score.size(), weight) * unit_of(weight);
  Tie found;
  for (const Tie& tie : from_highest) {
    const double tied = tie.positive + tie.negative;
    if (!(left > 0 && tied > 0)) continue;
    const double share = std::min(left / tied, 1.0);
    found.positive += share * tie.positive;
    found.negative += share * tie.negative;
    left -= tied;
  }
  return found.positive / (found.positive + found.negative) * ((all.positive + all.negative) / all.positive);
}

std::vector<RankStep> rank_steps(std::span<const double> score, std::span<const std::uint32_t> truth,
                                 std::span<const double> weight) {
  const std::vector<Tie> all = ties(score, truth, weight);
  double positives = 0;
  double negatives = 0;
  for (const Tie& tie : all) {
    positives += tie.positive;
    negatives += tie.negative;
  }
  double positive = 0;
  double negative = 0;
  std::vector<RankStep> out;
  for (const Tie& tie : all) {
    positive += tie.positive;
    negative += tie.negative;
    out.push_back({positives > 0 ? positive / positives : 0, negatives > 0 ? negative / negatives : 0,
                   positive / (positive + negative)});
  }
  return out;
}

double log_loss(std::span<const double> log_probability, std::size_t classes, std::span<const std::uint32_t> truth,
                std::span<const double> weight) {
  double sum = 0;
  double n = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    sum -= weight_at(weight, i) * log_probability[i * classes + truth[i]];
    n += weight_at(weight, i);
  }
  return truth.empty() ? 0 : sum / n;
}

double brier_score(std::span<const double> probability, std::size_t classes, std::span<const std::uint32_t> truth,
                   std::span<const double> weight) {
  double sum = 0;
  double n = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t k = classes == 2 ? 1 : 0; k < classes; ++k) {
      const double miss = probability[i * classes + k] - (truth[i] == k ? 1 : 0);
      sum += weight_at(weight, i) * miss * miss;
    }
    n += weight_at(weight, i);
  }
  return truth.empty() ? 0 : sum / n;
}

Calibration calibration(std::span<const double> positive, std::span<const std::uint32_t> truth,
                        std::span<const double> weight) {
  Calibration out;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto bin = static_cast<std::size_t>(std::min(9.0, std::floor(positive[i] * 10)));
    const double c = weight_at(weight, i);
    ++out[bin].rows;
    out[bin].weight += c;
    out[bin].positive += truth[i] == 1 ? c : 0;
    out[bin].mean_probability += c * positive[i];
  }
  for (CalibrationBin& bin : out) {
    if (bin.rows > 0) bin.mean_probability /= bin.weight;
  }
  return out;
}

double calibration_error(const Calibration& bins) {
  double sum = 0;
  double all = 0;
  for (const CalibrationBin& bin : bins) {
    sum += std::fabs(bin.positive - bin.weight * bin.mean_probability);
    all += bin.weight;
  }
  return all > 0 ? sum / all : 0;
}

}  // namespace halfspace
