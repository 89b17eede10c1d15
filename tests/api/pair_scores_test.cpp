// Scores of the pairs of one-vs-one classifiers.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

/// Four overlapping clouds, one class each.
struct FourClasses {
  std::int64_t n = 80;
  std::vector<double> x;
  std::vector<double> y;

  FourClasses() {
    const test::Clouds base(11, n);
    x = base.x;
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t k = i % 4;
      y.push_back(static_cast<double>(k));
      x[static_cast<std::size_t>(3 * i + k % 3)] += static_cast<double>(1 + k);
    }
  }
  DenseRows rows() const { return {x, n, 3}; }
};

Classifier learned(const DenseRows& rows, const std::vector<double>& y, Multiclass multiclass) {
  TrainOptions o;
  o.learner = ObjectiveOptions{.loss = LossKind::squared_hinge, .tol = 1e-12};
  o.multiclass = multiclass;
  auto trained = train(rows, y, o);
  EXPECT_TRUE(trained) << trained.error().text();
  return trained.value().classifier;
}

TEST(PairScores, VoteForTheClasses) {
  const FourClasses t;
  const Classifier c = learned(t.rows(), t.y, Multiclass::one_vs_one);
  const Predictions votes = c.predict(t.rows()).value();
  const Predictions pairs = c.predict(t.rows(), {.pair_scores = true}).value();
  EXPECT_EQ(pairs.outputs, 6);
  EXPECT_EQ(pairs.classes, votes.classes);
  ASSERT_EQ(pairs.scores.size(), static_cast<std::size_t>(t.n) * 6);
  std::vector<double> counted(votes.scores.size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(t.n); ++i) {
    std::size_t at = 6 * i;
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t l = k + 1; l < 4; ++l) ++counted[4 * i + (pairs.scores[at++] >= 0 ? k : l)];
  }
  EXPECT_EQ(counted, votes.scores);
}

/// The pair (1 3) is a classifier of two classes of its own; there the first class is -1.
TEST(PairScores, AreThoseOfClassifiersOfTwoClasses) {
  const FourClasses t;
  const Predictions pairs =
      learned(t.rows(), t.y, Multiclass::one_vs_one).predict(t.rows(), {.pair_scores = true}).value();
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < t.y.size(); ++i) {
    if (t.y[i] != 1 && t.y[i] != 3) continue;
    y.push_back(t.y[i]);
    x.insert(x.end(), t.x.begin() + static_cast<std::ptrdiff_t>(3 * i),
             t.x.begin() + static_cast<std::ptrdiff_t>(3 * i + 3));
  }
  const Classifier two = learned({x, static_cast<std::int64_t>(y.size()), 3}, y, Multiclass::none);
  const Predictions own = two.predict(t.rows()).value();
  for (std::size_t i = 0; i < t.y.size(); ++i) EXPECT_NEAR(pairs.scores[6 * i + 4], -own.scores[i], 1e-5);
}

TEST(PairScores, AreMissingWhereARowHasNoPrediction) {
  const FourClasses t;
  std::vector<double> x(t.x.begin(), t.x.begin() + 9);
  x[4] = std::numeric_limits<double>::quiet_NaN();
  const auto found = learned(t.rows(), t.y, Multiclass::one_vs_one)
                         .predict(DenseRows{x, 3, 3}, {.unseen = Unseen::row, .pair_scores = true});
  ASSERT_TRUE(found) << found.error().text();
  ASSERT_EQ(found.value().scores.size(), 18U);
  for (std::size_t k = 0; k < 18; ++k) EXPECT_EQ(std::isnan(found.value().scores[k]), k / 6 == 1);
}

TEST(PairScores, AreRefusedWithoutPairs) {
  const FourClasses t;
  const test::Clouds two(2);
  for (const auto& found : {learned(t.rows(), t.y, Multiclass::one_vs_rest).predict(t.rows(), {.pair_scores = true}),
                            learned(two.rows(), two.y, Multiclass::none).predict(two.rows(), {.pair_scores = true})}) {
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Code::usage);
    EXPECT_EQ(found.error().where, "pair_scores");
  }
}

}  // namespace
}  // namespace halfspace
