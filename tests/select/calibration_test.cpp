// Fits of probabilities to scores: stationary by finite differences, equal to cases solved by hand, isotonic against
// the least-squares optimum over all partitions, and 1/2 exactly where the label changes.
#include "select/calibration.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

struct Sample {
  std::vector<double> score;
  std::vector<std::uint32_t> truth;
  std::vector<double> weight;
  CalibrationRows rows() const { return {score, truth, weight}; }
};

/// Noisy scores around the class; `few` values, so that many are equal.
Sample sample(std::uint64_t seed, std::size_t n, std::uint64_t few, bool weighted) {
  Rng rng(seed, Stream::probe);
  Sample s;
  for (std::size_t i = 0; i < n; ++i) {
    s.truth.push_back(i < 2 ? static_cast<std::uint32_t>(i) : static_cast<std::uint32_t>(rng.bounded(2)));
    const double noise = static_cast<double>(rng.bounded(few)) / static_cast<double>(few) * 4 - 2;
    s.score.push_back(noise + (s.truth[i] == 1 ? 0.8 : -0.5));
    if (weighted) s.weight.push_back(0.25 * static_cast<double>(1 + rng.bounded(8)));
  }
  return s;
}

/// Platt's objective, written again from its definition.
double platt_loss(const Sample& s, double a, double b) {
  double plus = 0;
  double minus = 0;
  for (std::size_t i = 0; i < s.truth.size(); ++i) (s.truth[i] == 1 ? plus : minus) += s.rows().weight_of(i);
  double sum = 0;
  for (std::size_t i = 0; i < s.truth.size(); ++i) {
    const double t = s.truth[i] == 1 ? (plus + 1) / (plus + 2) : 1 / (minus + 2);
    const double p = 1 / (1 + std::exp(-(a * s.score[i] + b)));
    sum -= s.rows().weight_of(i) * (t * std::log(p) + (1 - t) * std::log(1 - p));
  }
  return sum;
}

TEST(Platt, IsStationary) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Sample s = sample(seed, 60, seed % 2 == 0 ? 7 : 1000, seed % 3 == 0);
    const auto fit = fit_platt(s.rows(), true);
    ASSERT_TRUE(fit) << fit.error().message;
    const double a = std::get<PlattMap>(fit.value().map).a;
    const double b = -a * fit.value().crossing;
    const double h = 1e-5;
    EXPECT_NEAR((platt_loss(s, a + h, b) - platt_loss(s, a - h, b)) / (2 * h), 0, 1e-7) << seed;
    EXPECT_NEAR((platt_loss(s, a, b + h) - platt_loss(s, a, b - h)) / (2 * h), 0, 1e-7) << seed;
  }
}

TEST(Platt, OfTwoScoresIsTheLogOddsOfTheirTargets) {
  // s = 1: 3 rows of +1; s = -1: 2 rows of -1. Two scores, two parameters: p(1) = 4/5 and p(-1) = 1/4 exactly.
  const Sample s{{1, 1, 1, -1, -1}, {1, 1, 1, 0, 0}, {}};
  const auto fit = fit_platt(s.rows(), true).value();
  const double high = std::log(4.0);
  const double low = -std::log(3.0);
  const double a = (high - low) / 2;
  const double b = (high + low) / 2;
  EXPECT_NEAR(std::get<PlattMap>(fit.map).a, a, 1e-12);
  EXPECT_NEAR(fit.crossing, -b / a, 1e-12);
}

TEST(Platt, WithoutOffsetKeepsTheBoundary) {
  const Sample s{{1, 1, 1, -1}, {1, 1, 0, 0}, {}};  // targets 3/4 and 1/4: a.1 + b, by the mean over |s| = 1
  const auto fit = fit_platt(s.rows(), false).value();
  EXPECT_EQ(fit.crossing, 0);
  // stationary: sum (p_i - t_i) s_i = 0 with p = sigma(a): 3 p - (3/4 + 3/4 + 1/4) - ((1 - p) - 1/4) = 0
  const double p = (1.75 + 0.75) / 4;
  EXPECT_NEAR(std::get<PlattMap>(fit.map).a, std::log(p / (1 - p)), 1e-12);
}

TEST(Platt, WeightsAreCopiesOfRowsUpToTheirTargets) {
  const Sample once{{0.5, 2, -1, 0.25}, {1, 1, 0, 0}, {2, 1, 3, 1}};
  const Sample copies{{0.5, 0.5, 2, -1, -1, -1, 0.25}, {1, 1, 1, 0, 0, 0, 0}, {}};
  const auto a = fit_platt(once.rows(), true).value();
  const auto b = fit_platt(copies.rows(), true).value();
  EXPECT_NEAR(std::get<PlattMap>(a.map).a, std::get<PlattMap>(b.map).a, 1e-10);
  EXPECT_NEAR(a.crossing, b.crossing, 1e-10);
}

TEST(Platt, ScoresOfAnySizeGiveTheSameProbabilities) {
  const Sample s = sample(3, 50, 1000, false);
  const auto one = fit_platt(s.rows(), true).value();
  for (const double scale : {1e-150, 1e150}) {
    Sample t = s;
    for (double& v : t.score) v *= scale;
    const auto fit = fit_platt(t.rows(), true);
    ASSERT_TRUE(fit);
    EXPECT_NEAR(std::get<PlattMap>(fit.value().map).a * scale, std::get<PlattMap>(one.map).a,
                1e-9 * std::get<PlattMap>(one.map).a);
  }
}

TEST(Platt, RefusesScoresThatRankTheWrongWay) {
  const Sample wrong{{1, 2, -1, -2}, {0, 0, 1, 1}, {}};
  const auto fit = fit_platt(wrong.rows(), true);
  ASSERT_FALSE(fit);
  EXPECT_EQ(fit.error().code, Code::bad_data);
  EXPECT_NE(fit.error().message.find("does not rise with them"), std::string::npos);
  const Sample equal{{1, 1, 1}, {0, 0, 1}, {}};
  EXPECT_FALSE(fit_platt(equal.rows(), true));
}

/// The least sum of squares of a nondecreasing function of the scores, over all ways to cut them into blocks.
double least_squares(const std::vector<IsotonicBlock>& points) {
  const std::size_t n = points.size();
  double best = INFINITY;
  for (std::size_t cuts = 0; cuts < std::size_t{1} << (n - 1); ++cuts) {
    double before = -1;
    double sum = 0;
    bool rises = true;
    for (std::size_t i = 0; i < n;) {
      std::size_t j = i + 1;
      while (j < n && (cuts >> (j - 1) & 1U) == 0) ++j;
      double weight = 0;
      double mean = 0;
      for (std::size_t k = i; k < j; ++k) weight += points[k].weight;
      for (std::size_t k = i; k < j; ++k) mean += points[k].weight * points[k].value / weight;
      for (std::size_t k = i; k < j; ++k) sum += points[k].weight * (points[k].value - mean) * (points[k].value - mean);
      rises = rises && mean >= before - 1e-12;
      before = mean;
      i = j;
    }
    if (rises) best = std::min(best, sum);
  }
  return best;
}

TEST(Isotonic, IsTheLeastSquaresOptimum) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Sample s = sample(seed, 12, 8, seed % 2 == 0);
    std::vector<IsotonicBlock> points;  // one a score
    for (std::size_t i = 0; i < s.truth.size(); ++i) {
      auto at = std::find_if(points.begin(), points.end(), [&](const auto& p) { return p.score == s.score[i]; });
      if (at == points.end()) at = points.insert(points.end(), {s.score[i], 0, 0});
      at->weight += s.rows().weight_of(i);
      at->value += s.truth[i] == 1 ? s.rows().weight_of(i) : 0;
    }
    for (auto& p : points) p.value /= p.weight;
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.score < b.score; });
    const auto blocks = pool_adjacent_violators(s.rows());
    double sum = 0;
    std::size_t k = 0;
    double filled = 0;
    for (const auto& p : points) {  // blocks are runs of points
      sum += p.weight * (p.value - blocks[k].value) * (p.value - blocks[k].value);
      filled += p.weight;
      if (filled >= blocks[k].weight - 1e-9) {
        filled = 0;
        ++k;
      }
    }
    EXPECT_EQ(k, blocks.size()) << seed;
    EXPECT_NEAR(sum, least_squares(points), 1e-9) << seed;
    for (std::size_t j = 1; j < blocks.size(); ++j) EXPECT_GT(blocks[j].value, blocks[j - 1].value);
  }
}

TEST(Isotonic, GoesThroughOneHalfAtScoreZero) {
  int fitted = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Sample s = sample(seed, 30, seed % 2 == 0 ? 9 : 1000, false);
    const auto fit = fit_isotonic(s.rows());
    if (!fit) continue;
    ++fitted;
    Model m;
    m.algorithm = Algorithm::svm;
    m.classes = {"a", "b"};
    m.w = {1};
    m.b = {0};
    m.probability = fit.value().map;
    const auto& map = std::get<IsotonicMap>(m.probability);
    for (std::size_t k = 1; k < map.score.size(); ++k) {
      EXPECT_LT(map.score[k - 1], map.score[k]);
      EXPECT_LE(map.value[k - 1], map.value[k]);
    }
    EXPECT_GE(map.value.front(), 1.0 / 32 - 1e-15);
    EXPECT_LE(map.value.back(), 31.0 / 32 + 1e-15);
    std::vector<double> score = {-1e-300, -1e-9, -1, 0, 1e-300, 1e-9, 1};
    for (const double v : s.score) score.push_back(v - fit.value().crossing);
    const auto p = probabilities(m, score);
    for (std::size_t i = 0; i < score.size(); ++i) {
      EXPECT_EQ(p[2 * i + 1] >= 0.5, score[i] >= 0) << seed << " " << score[i];
      EXPECT_NEAR(p[2 * i] + p[2 * i + 1], 1, 1e-15);
    }
  }
  EXPECT_GT(fitted, 100);
}

TEST(Isotonic, RefusesValuesOnOneSideOfOneHalf) {
  const Sample low{{1, 2, 3, 4, 5, 6}, {0, 0, 1, 0, 0, 1}, {}};  // the last block is 1: fine
  EXPECT_TRUE(fit_isotonic(low.rows()));
  const Sample flat{{1, 2, 3, 4, 5, 6}, {0, 0, 1, 0, 0, 0}, {}};
  const auto fit = fit_isotonic(flat.rows());
  ASSERT_FALSE(fit);
  EXPECT_NE(fit.error().message.find("above 1/2"), std::string::npos) << fit.error().message;
}

TEST(Temperature, IsStationaryAndTheOptimum) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed, Stream::probe);
    Sample s;
    for (std::size_t i = 0; i < 40; ++i) {
      s.truth.push_back(static_cast<std::uint32_t>(i < 3 ? i : rng.bounded(3)));
      for (std::uint32_t k = 0; k < 3; ++k)
        s.score.push_back(static_cast<double>(rng.bounded(100)) / 50 + (k == s.truth[i] ? 0.7 : 0));
      if (seed % 2 == 0) s.weight.push_back(static_cast<double>(1 + rng.bounded(3)));
    }
    const auto loss = [&](double a) {
      std::vector<double> n(3);
      for (std::size_t i = 0; i < 40; ++i) n[s.truth[i]] += s.rows().weight_of(i);
      double sum = 0;
      for (std::size_t i = 0; i < 40; ++i) {
        double total = 0;
        for (std::size_t k = 0; k < 3; ++k) total += std::exp(a * s.score[3 * i + k]);
        for (std::size_t k = 0; k < 3; ++k) {
          const double t = ((k == s.truth[i] ? n[s.truth[i]] : 0) + 1) / (n[s.truth[i]] + 3);
          sum -= s.rows().weight_of(i) * t * (a * s.score[3 * i + k] - std::log(total));
        }
      }
      return sum;
    };
    const auto fit = fit_temperature(s.rows(), 3);
    ASSERT_TRUE(fit);
    const double a = std::get<TemperatureMap>(fit.value().map).a;
    EXPECT_NEAR((loss(a * (1 + 1e-5)) - loss(a * (1 - 1e-5))) / (2e-5 * a), 0, 1e-6);
    for (const double factor : {0.5, 0.9, 1.1, 2.0}) EXPECT_GT(loss(a * factor), loss(a));
  }
}

TEST(Temperature, IsFiniteWhereEveryRowIsRightAndRefusesTheWrongWay) {
  const Sample right{{3, 0, 0, 0, 3, 0, 0, 0, 3}, {0, 1, 2}, {}};
  const auto fit = fit_temperature(right.rows(), 3).value();
  EXPECT_NEAR(std::get<TemperatureMap>(fit.map).a, std::log(2.0) / 3, 1e-12);  // t = 2/4 against 1/4: e^{3a} = 2
  const Sample wrong{{0, 3, 3, 3, 0, 3, 3, 3, 0}, {0, 1, 2}, {}};
  EXPECT_FALSE(fit_temperature(wrong.rows(), 3));
}

}  // namespace
}  // namespace halfspace
