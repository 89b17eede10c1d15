// How well scores rank, and probabilities fit, the true classes of rows. Equal scores are one step of a curve: no
// measure depends on the order of the rows. Rows count by their weights; an empty `weight` is 1 for each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

/// The area under the ROC curve: the share of pairs (a row of +1, a row of -1) that the scores order rightly, a tie
/// counting half. `truth` is 1 for +1, 0 for -1. Nothing where one class is absent.
std::optional<double> roc_auc(std::span<const double> score, std::span<const std::uint32_t> truth,
                              std::span<const double> weight = {});

/// The area under the precision-recall curve as a sum over its steps, sum_k (R_k - R_{k-1}) P_k (average precision).
/// Nothing without a row of +1.
std::optional<double> average_precision(std::span<const double> score, std::span<const std::uint32_t> truth,
                                        std::span<const double> weight = {});

/// The share of +1 among the k = ceil(fraction W) rows of highest score, divided by their share among all; W is the weight of
/// all rows, and k that of the rows above the cut, which is fraction W where weights are not all whole. Of rows with the
/// score at the cut a like part of each counts. `fraction` in (0, 1]; a product fraction W that is above a whole number by
/// rounding alone is that number. Nothing without a row of +1.
std::optional<double> lift(std::span<const double> score, std::span<const std::uint32_t> truth, double fraction,
                           std::span<const double> weight = {});

/// What comes of calling every row +1 from some score up.
struct RankStep {
  double recall = 0;               // the share of the rows of +1 that are found; also the true positive rate
  double false_positive_rate = 0;  // the share of the rows of -1 that are found
  double precision = 0;            // the share of +1 among the rows found
};

/// A step for each score, from the highest down; the last one finds all rows. Shares of an absent class are 0.
std::vector<RankStep> rank_steps(std::span<const double> score, std::span<const std::uint32_t> truth,
                                 std::span<const double> weight = {});

/// The mean of -log P(true class); `log_probability` holds `classes` numbers a row.
double log_loss(std::span<const double> log_probability, std::size_t classes, std::span<const std::uint32_t> truth,
                std::span<const double> weight = {});

/// The mean squared error of P(+1) for two classes, in [0, 1]; for more the mean of sum_k (P(k) - [k is true])^2, in
/// [0, 2] (Brier 1950).
double brier_score(std::span<const double> probability, std::size_t classes, std::span<const std::uint32_t> truth,
                   std::span<const double> weight = {});

/// Rows whose P(+1) lies in [k/10, (k+1)/10), the last bin with its right end.
struct CalibrationBin {
  std::uint64_t rows = 0;
  double weight = 0;
  double positive = 0;          // weight of those that are +1
  double mean_probability = 0;  // 0 without rows
  double share() const { return rows == 0 ? 0 : positive / weight; }
};
using Calibration = std::array<CalibrationBin, 10>;

/// The expected calibration error, Σ_b c_b / Σ c |share of +1 - mean P(+1)| over the bins (Naeini and others 2015).
double calibration_error(const Calibration& bins);

/// `positive` holds P(+1) of each row.
Calibration calibration(std::span<const double> positive, std::span<const std::uint32_t> truth,
                        std::span<const double> weight = {});

}  // namespace halfspace
