#include "select/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "base/rng.hpp"
#include "model/counts.hpp"

namespace halfspace {
namespace {

using ResampledValues = std::array<double, resampled_count>;  // NaN: does not exist

double& at(ResampledValues& values, Resampled measure) { return values[static_cast<std::size_t>(measure)]; }

struct DrawnPair {
  double positive = 0;
  double negative = 0;
};

/// The rows as every resample needs them.
class Resampler {
 public:
  Resampler(const BootstrapRows& rows, std::uint64_t seed)
      : rows_(rows), seed_(seed), weight_(rows.truth.size(), 1.0), present_(rows.classes) {
    if (!rows.weight.empty()) {  // times a power of two, so that products of their sums stay among the doubles
      const double total = std::accumulate(rows.weight.begin(), rows.weight.end(), 0.0);
      const int unit = -std::ilogb(total);
      std::transform(rows.weight.begin(), rows.weight.end(), weight_.begin(),
                     [&](double c) { return std::ldexp(c, unit); });
    }
    find_cells();
    rank();
    log_loss_ = weighed(rows.log_loss);
    brier_ = weighed(rows.brier);
    difference_ = weighed(rows.difference);
  }

  ResampledValues values(std::uint32_t part, bool& lacking) const {
    const std::vector<std::uint32_t> times = drawn(part);
    ResampledValues out;
    out.fill(std::numeric_limits<double>::quiet_NaN());
    add_means(times, out);
    const Counts counts = count(times);
    const LabelMetrics m = label_metrics(counts);
    at(out, Resampled::accuracy) = m.accuracy;
    lacking = lacks_a_class(m);
    if (lacking) return out;
    at(out, Resampled::balanced_accuracy) = m.balanced_accuracy;
    at(out, Resampled::mcc) = m.mcc;
    at(out, Resampled::f1) = m.macro.f1;
    if (!order_.empty()) add_ranking(times, out);
    return out;
  }

 private:
  /// The pairs (true class, predicted one) that occur, and which each row has.
  void find_cells() {
    std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> known;
    cell_.reserve(rows_.truth.size());
    for (std::size_t i = 0; i < rows_.truth.size(); ++i) {
      const std::pair<std::size_t, std::size_t> pair{rows_.truth[i], rows_.predicted[i]};
      const auto found = known.emplace(pair, static_cast<std::uint32_t>(pairs_.size()));
      if (found.second) pairs_.push_back(pair);
      cell_.push_back(found.first->second);
      present_[rows_.truth[i]] = true;
    }
  }

  /// Rows from the highest score down, their weights by class, and where scores change.
  void rank() {
    order_.resize(rows_.score.size());
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return rows_.score[a] > rows_.score[b] || (rows_.score[a] == rows_.score[b] && a < b);
    });
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const bool is_positive = rows_.truth[order_[k]] == 1;
      ranked_.push_back({is_positive ? weight_[order_[k]] : 0, is_positive ? 0 : weight_[order_[k]]});
      if (k + 1 == order_.size() || rows_.score[order_[k]] != rows_.score[order_[k + 1]]) tie_end_.push_back(k + 1);
    }
  }

  /// Value times weight of each row.
  std::vector<double> weighed(std::span<const double> value) const {
    std::vector<double> out(value.size());
    std::transform(value.begin(), value.end(), weight_.begin(), out.begin(), std::multiplies<>());
    return out;
  }

  /// How often each row is drawn.
  std::vector<std::uint32_t> drawn(std::uint32_t part) const {
    const std::size_t n = rows_.truth.size();
    std::vector<std::uint32_t> times(n);
    Rng rng(seed_, Stream::bootstrap, part);
    for (std::size_t draw = 0; draw < n; ++draw) ++times[rng.bounded(n)];
    return times;
  }

  Counts count(std::span<const std::uint32_t> times) const {
    std::vector<std::uint64_t> drawn_rows(pairs_.size());
    std::vector<double> drawn_weight(pairs_.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
      drawn_rows[cell_[i]] += times[i];
      if (!rows_.weight.empty()) drawn_weight[cell_[i]] += times[i] * weight_[i];
    }
    Counts out;
    out.rows = times.size();
    out.classes = rows_.classes;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      if (drawn_rows[k] == 0) continue;
      out.confusion[pairs_[k]] = drawn_rows[k];
      if (!rows_.weight.empty()) out.confusion_weight[pairs_[k]] = drawn_weight[k];
      if (!rows_.weight.empty()) out.weight += drawn_weight[k];
    }
    return out;
  }

  bool lacks_a_class(const LabelMetrics& m) const {
    for (std::size_t k = 0; k < rows_.classes; ++k) {
      if (present_[k] && !(m.classes[k].support > 0)) return true;
    }
    return false;
  }

  void add_means(std::span<const std::uint32_t> times, ResampledValues& out) const {
    const double all = std::inner_product(times.begin(), times.end(), weight_.begin(), 0.0);
    const auto mean = [&](std::span<const double> value, Resampled measure) {
      if (!value.empty()) at(out, measure) = std::inner_product(times.begin(), times.end(), value.begin(), 0.0) / all;
    };
    mean(log_loss_, Resampled::log_loss);
    mean(brier_, Resampled::brier);
    mean(difference_, Resampled::difference);
  }

  /// As roc_auc() and average_precision(), of rows sorted once.
  void add_ranking(std::span<const std::uint32_t> times, ResampledValues& out) const {
    double positive = 0;  // above the tie
    double negative = 0;
    double doubled = 0;
    double sum = 0;
    std::size_t k = 0;
    for (const std::size_t end : tie_end_) {
      DrawnPair tied;
      for (; k < end; ++k) {
        const double drawn_times = times[order_[k]];
        tied.positive += drawn_times * ranked_[k].positive;
        tied.negative += drawn_times * ranked_[k].negative;
      }
      doubled += tied.negative * (2 * positive + tied.positive);
      positive += tied.positive;
      negative += tied.negative;
      if (tied.positive > 0) sum += tied.positive * positive / (positive + negative);
    }
    if (positive > 0 && negative > 0) at(out, Resampled::roc_auc) = std::min(1.0, doubled / (2 * positive * negative));
    if (positive > 0) at(out, Resampled::pr_auc) = std::min(1.0, sum / positive);
  }

  const BootstrapRows& rows_;
  std::uint64_t seed_;
  std::vector<double> weight_;
  std::vector<bool> present_;  // classes that have rows
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::uint32_t> cell_;
  std::vector<double> log_loss_;  // times the weight
  std::vector<double> brier_;
  std::vector<double> difference_;
  std::vector<std::uint32_t> order_;
  std::vector<DrawnPair> ranked_;  // weights in this order
  std::vector<std::size_t> tie_end_;
};

}  // namespace

ShareInterval percentile_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t k = std::max<std::size_t>((values.size() + 1) / 40, 1);
  return {values[k - 1], values[values.size() - k]};
}

Bootstrap bootstrap(const BootstrapRows& rows, std::uint64_t samples, std::uint64_t seed, unsigned threads) {
  Bootstrap out;
  out.samples = samples;
  out.seed = seed;
  const Resampler resampler(rows, seed);
  std::vector<ResampledValues> values(samples);
  std::vector<unsigned char> lacking(samples);
  parallel_items(samples, threads, [&](std::size_t k) {
    bool lacks = false;
    values[k] = resampler.values(static_cast<std::uint32_t>(k), lacks);
    lacking[k] = lacks ? 1 : 0;
  });
  out.lacking = static_cast<std::uint64_t>(std::count(lacking.begin(), lacking.end(), 1));
  for (std::size_t measure = 0; measure < resampled_count; ++measure) {
    std::vector<double> known;
    for (const ResampledValues& v : values) {
      if (std::isfinite(v[measure])) known.push_back(v[measure]);
    }
    if (!known.empty()) out.intervals[measure] = percentile_interval(std::move(known));
  }
  return out;
}

}  // namespace halfspace
