// Intervals by the bootstrap: the measures of rows drawn with replacement, again and again, and the percentiles of what
// comes (Efron and Tibshirani, An introduction to the bootstrap, 1993, chapter 13).
//
// Resample r draws n rows by bounded(n) of the stream (seed, bootstrap, part r), so it is the same for any number of
// threads. A row drawn c times counts c times its weight. Of the values v_1 <= ... <= v_B the interval of 95 % is
// [v_k, v_{B+1-k}] with k = floor((B + 1) / 40), at least 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "select/label_metrics.hpp"

namespace halfspace {

enum class Resampled { accuracy, balanced_accuracy, mcc, f1, log_loss, brier, roc_auc, pr_auc, difference };

template <>
struct Names<Resampled> {
  static constexpr std::array<std::string_view, 9> list = {
      "accuracy", "balanced_accuracy", "mcc", "f1", "log_loss", "brier", "roc_auc", "pr_auc", "difference"};
};

inline constexpr std::size_t resampled_count = Names<Resampled>::list.size();

/// Rows whose classes are known, and what is said of them. An empty list: those measures do not exist.
struct BootstrapRows {
  std::size_t classes = 2;
  std::span<const std::uint32_t> truth;
  std::span<const std::uint32_t> predicted;
  std::span<const double> weight;  // empty: all 1
  std::span<const double> score;   // two classes: of +1, for roc_auc and pr_auc
  std::vector<double> log_loss;    // of each row
  std::vector<double> brier;
  std::vector<double> difference;  // of each row: 1 this model alone is right, -1 the other one alone
};

struct Bootstrap {
  std::uint64_t samples = 0;
  std::uint64_t seed = 0;
  std::uint64_t lacking = 0;  // resamples without a class that the rows have: only means over rows are taken of them
  std::array<std::optional<ShareInterval>, resampled_count> intervals;

  const std::optional<ShareInterval>& of(Resampled measure) const {
    return intervals[static_cast<std::size_t>(measure)];
  }
};

/// At least one row and one resample. `f1` is the mean over classes (macro).
Bootstrap bootstrap(const BootstrapRows& rows, std::uint64_t samples, std::uint64_t seed, unsigned threads);

/// The percentile interval of 95 % of at least one value.
ShareInterval percentile_interval(std::vector<double> values);

}  // namespace halfspace
