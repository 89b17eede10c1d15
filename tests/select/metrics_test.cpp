// Measures of scores and probabilities against sums over all pairs, all thresholds, and hand-made rows.
#include "select/metrics.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

struct Ranked {
  std::vector<double> score;
  std::vector<std::uint32_t> truth;
};

/// Scores from a few values, so that many are equal.
Ranked random_rows(std::uint64_t seed, std::size_t n) {
  Rng rng(seed, Stream::probe);
  Ranked r;
  for (std::size_t i = 0; i < n; ++i) {
    r.score.push_back(static_cast<double>(rng.bounded(6)) - 2.5);
    r.truth.push_back(static_cast<std::uint32_t>(rng.bounded(2)));
  }
  return r;
}

TEST(Metrics, AucIsTheShareOfOrderedPairs) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ranked r = random_rows(seed, 30);
    double won = 0;
    double pairs = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t j = 0; j < 30; ++j) {
        if (r.truth[i] != 1 || r.truth[j] != 0) continue;
        pairs += 1;
        won += r.score[i] > r.score[j] ? 1 : r.score[i] == r.score[j] ? 0.5 : 0;
      }
    }
    EXPECT_EQ(roc_auc(r.score, r.truth).value(), won / pairs);  // both are one rounding of the same fraction
  }
}

TEST(Metrics, AWeightOfKIsKEqualRows) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ranked r = random_rows(seed, 20);
    Rng rng(seed, Stream::order);
    std::vector<double> weight;
    Ranked many;
    std::vector<double> p;
    std::vector<double> log_p;
    std::vector<double> many_p;
    std::vector<double> many_log_p;
    for (std::size_t i = 0; i < r.truth.size(); ++i) {
      const auto k = 1 + rng.bounded(4);
      weight.push_back(static_cast<double>(k));
      const double positive = static_cast<double>(1 + rng.bounded(9)) / 10;
      p.insert(p.end(), {1 - positive, positive});
      log_p.insert(log_p.end(), {std::log(1 - positive), std::log(positive)});
      for (std::uint64_t c = 0; c < k; ++c) {
        many.score.push_back(r.score[i]);
        many.truth.push_back(r.truth[i]);
        many_p.insert(many_p.end(), {1 - positive, positive});
        many_log_p.insert(many_log_p.end(), {std::log(1 - positive), std::log(positive)});
      }
    }
    EXPECT_EQ(roc_auc(r.score, r.truth, weight), roc_auc(many.score, many.truth));
    EXPECT_EQ(average_precision(r.score, r.truth, weight), average_precision(many.score, many.truth));
    EXPECT_NEAR(log_loss(log_p, 2, r.truth, weight), log_loss(many_log_p, 2, many.truth), 1e-13);
    EXPECT_NEAR(brier_score(p, 2, r.truth, weight), brier_score(many_p, 2, many.truth), 1e-13);
  }
}

TEST(Metrics, AreasBelowTheStepsAreTheMeasures) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ranked r = random_rows(seed, 30);
    double ranked = 0;
    double found = 0;
    RankStep before;
    for (const RankStep& step : rank_steps(r.score, r.truth)) {
      ranked += (step.false_positive_rate - before.false_positive_rate) * (step.recall + before.recall) / 2;
      found += (step.recall - before.recall) * step.precision;
      before = step;
    }
    EXPECT_EQ(before.recall, 1);
    EXPECT_EQ(before.false_positive_rate, 1);
    EXPECT_NEAR(ranked, roc_auc(r.score, r.truth).value(), 1e-12);
    EXPECT_NEAR(found, average_precision(r.score, r.truth).value(), 1e-12);
  }
  EXPECT_TRUE(rank_steps({}, {}).empty());
}

TEST(Metrics, AveragePrecisionSumsOverThresholds) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ranked r = random_rows(seed, 30);
    double positives = 0;
    for (const std::uint32_t t : r.truth) positives += t;
    double area = 0;
    double before = 0;
    for (double at = 2.5; at >= -2.5; at -= 1) {
      double found = 0;
      double taken = 0;
      for (std::size_t i = 0; i < 30; ++i) {
        if (r.score[i] < at) continue;
        taken += 1;
        found += r.truth[i];
      }
      if (taken > 0) area += (found / positives - before) * found / taken;
      before = found / positives;
    }
    EXPECT_NEAR(average_precision(r.score, r.truth).value(), area, 1e-14);
  }
}

TEST(Metrics, OneClassHasNoCurve) {
  const std::vector<double> score = {1, 2};
  EXPECT_FALSE(roc_auc(score, std::vector<std::uint32_t>{1, 1}));
  EXPECT_FALSE(average_precision(score, std::vector<std::uint32_t>{0, 0}));
  EXPECT_FALSE(roc_auc({}, {}));
}

TEST(Metrics, HandMade) {
  const std::vector<double> p = {0.75, 0.25, 0.5, 0.5};  // of two classes, two rows
  const std::vector<double> log_p = {std::log(0.75), std::log(0.25), std::log(0.5), std::log(0.5)};
  const std::vector<std::uint32_t> truth = {1, 0};
  EXPECT_DOUBLE_EQ(log_loss(log_p, 2, truth), (std::log(4) + std::log(2)) / 2);
  EXPECT_DOUBLE_EQ(brier_score(p, 2, truth), (0.5625 + 0.25) / 2);
  const std::vector<double> three = {0.5, 0.25, 0.25};
  EXPECT_DOUBLE_EQ(brier_score(three, 3, std::vector<std::uint32_t>{0}), 0.25 + 0.0625 + 0.0625);
}

TEST(Metrics, CalibrationBinsHoldEveryRowOnce) {
  const std::vector<double> p = {0, 0.05, 0.1, 0.95, 1};
  const Calibration bins = calibration(p, std::vector<std::uint32_t>{0, 1, 0, 1, 1});
  EXPECT_EQ(bins[0].rows, 2U);
  EXPECT_EQ(bins[0].positive, 1U);
  EXPECT_DOUBLE_EQ(bins[0].mean_probability, 0.025);
  EXPECT_EQ(bins[1].rows, 1U);
  EXPECT_EQ(bins[9].rows, 2U);
  EXPECT_EQ(bins[9].share(), 1);
}

}  // namespace
}  // namespace halfspace
