#include "select/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halfspace {
namespace {

/// Rows with one score: how many of them are +1 and -1.
struct Tie {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
};

/// From the highest score down.
std::vector<Tie> ties(std::span<const double> score, std::span<const std::uint32_t> truth) {
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  std::vector<Tie> out;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || score[order[k]] != score[order[k - 1]]) out.emplace_back();
    ++(truth[order[k]] == 1 ? out.back().positive : out.back().negative);
  }
  return out;
}

}  // namespace

std::optional<double> roc_auc(std::span<const double> score, std::span<const std::uint32_t> truth) {
  std::uint64_t positive = 0;  // above the tie
  std::uint64_t negative = 0;
  double doubled = 0;  // twice the pairs in order: whole numbers, exact below 2^53
  for (const Tie& tie : ties(score, truth)) {
    doubled += static_cast<double>(tie.negative) * static_cast<double>(2 * positive + tie.positive);
    positive += tie.positive;
    negative += tie.negative;
  }
  if (positive == 0 || negative == 0) return std::nullopt;
  return doubled / (2 * static_cast<double>(positive) * static_cast<double>(negative));
}

std::optional<double> average_precision(std::span<const double> score, std::span<const std::uint32_t> truth) {
  double positive = 0;
  double rows = 0;
  double sum = 0;  // sum of (new positives) P_k
  for (const Tie& tie : ties(score, truth)) {
    positive += static_cast<double>(tie.positive);
    rows += static_cast<double>(tie.positive + tie.negative);
    sum += static_cast<double>(tie.positive) * positive / rows;
  }
  if (positive == 0) return std::nullopt;
  return sum / positive;
}

std::vector<RankStep> rank_steps(std::span<const double> score, std::span<const std::uint32_t> truth) {
  const auto positives = static_cast<double>(std::count(truth.begin(), truth.end(), 1U));
  const double negatives = static_cast<double>(truth.size()) - positives;
  double positive = 0;
  double negative = 0;
  std::vector<RankStep> out;
  for (const Tie& tie : ties(score, truth)) {
    positive += static_cast<double>(tie.positive);
    negative += static_cast<double>(tie.negative);
    out.push_back({positives > 0 ? positive / positives : 0, negatives > 0 ? negative / negatives : 0,
                   positive / (positive + negative)});
  }
  return out;
}

double log_loss(std::span<const double> log_probability, std::size_t classes, std::span<const std::uint32_t> truth) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) sum -= log_probability[i * classes + truth[i]];
  return truth.empty() ? 0 : sum / static_cast<double>(truth.size());
}

double brier_score(std::span<const double> probability, std::size_t classes, std::span<const std::uint32_t> truth) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t k = classes == 2 ? 1 : 0; k < classes; ++k) {
      const double miss = probability[i * classes + k] - (truth[i] == k ? 1 : 0);
      sum += miss * miss;
    }
  }
  return truth.empty() ? 0 : sum / static_cast<double>(truth.size());
}

Calibration calibration(std::span<const double> positive, std::span<const std::uint32_t> truth) {
  Calibration out;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto bin = static_cast<std::size_t>(std::min(9.0, std::floor(positive[i] * 10)));
    ++out[bin].rows;
    out[bin].positive += truth[i] == 1 ? 1 : 0;
    out[bin].mean_probability += positive[i];
  }
  for (CalibrationBin& bin : out) {
    if (bin.rows > 0) bin.mean_probability /= static_cast<double>(bin.rows);
  }
  return out;
}

}  // namespace halfspace
