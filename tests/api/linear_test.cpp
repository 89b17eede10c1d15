// Objectives through the library: what files learn, probabilities, and the error of an objective without an optimum.
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

const std::vector<double> overlap_values = {1, 2, 3, 2.5, 4, 5};
const std::vector<double> apart_values = {1, 2, 2.25, 2.5, 4, 5};
const std::vector<double> apart_labels = {-1, -1, 1, -1, 1, 1};
const std::vector<double> overlap_labels = {-1, 1, -1, -1, 1, 1};

DenseRows one_column(const std::vector<double>& values) {
  return {values, static_cast<std::int64_t>(values.size()), 1, {}, {}};
}

/// A row of huge numbers that leaves the Hessian leaves none of its rounding behind.
TEST(LinearInMemory, NewtonForgetsARowOfHugeNumbers) {
  constexpr std::int64_t n = 300;
  constexpr std::int64_t d = 6;
  for (const double factor : {1e4, 1e6, 1e8}) {
    Rng rng(7, Stream::start);
    const auto around_0 = [&] { return static_cast<double>(rng.bounded(2001)) / 500 - 2; };
    std::vector<double> x(n * d);
    std::vector<double> y(n);
    for (double& v : x) v = around_0();
    for (std::size_t j = 0; j < d; ++j) x[7 * d + j] *= factor;
    for (std::size_t i = 0; i < n; ++i) y[i] = x[i * d] - 2 * x[i * d + 1] + x[i * d + 2] + around_0() > 0 ? 1 : 0;
    const Options how = {{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"solver", "newton"}};
    const auto trained = train(DenseRows{x, n, d}, y, how);
    ASSERT_TRUE(trained) << trained.error().text();
    EXPECT_EQ(trained.value().status, "converged") << factor;
  }
}

TEST(LinearInMemory, ProbabilitiesGoWithScoresAndClasses) {
  const auto trained = train(one_column(overlap_values), overlap_labels, {{"algorithm", "logistic"}, {"C", "10"}});
  ASSERT_TRUE(trained) << trained.error().text();
  EXPECT_EQ(trained.value().status, "converged");
  const auto predicted = trained.value().classifier.predict(one_column(overlap_values));
  ASSERT_TRUE(predicted);
  ASSERT_EQ(predicted.value().probabilities.size(), 12U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(predicted.value().probabilities[2 * i] + predicted.value().probabilities[2 * i + 1], 1, 1e-15);
    EXPECT_EQ(predicted.value().probabilities[2 * i + 1] >= 0.5, predicted.value().classes[i] == 1);
  }
  const auto again = Classifier::from_bytes(trained.value().classifier.bytes());
  ASSERT_TRUE(again);
  EXPECT_EQ(again.value().predict(one_column(overlap_values)).value().scores, predicted.value().scores);
}

/// A constant added to every bias changes no probability: the biases of softmax sum to 0.
TEST(LinearInMemory, BiasesOfSoftmaxSumToZero) {
  const std::vector<double> three = {0, 1, 0, 2, 1, 2};
  const auto trained = train(one_column(overlap_values), three, {{"multiclass", "multinomial"}});
  ASSERT_TRUE(trained) << trained.error().text();
  const auto b = trained.value().classifier.bias();
  ASSERT_EQ(b.size(), 3U);
  EXPECT_NEAR(b[0] + b[1] + b[2], 0, 1e-12);
  EXPECT_GT(std::abs(b[0]), 0.1);
}

/// The gap is what was asked for, the multipliers are those of the run, and nothing is counted.
TEST(LinearInMemory, ApproximateSupportIsThatOfTheRun) {
  for (const Options& more : {Options{}, Options{{"kernel", "rbf"}}}) {
    Options options = {{"algorithm", "svm"}, {"approximate-support", ""}};
    options.insert(options.end(), more.begin(), more.end());
    const auto quick = train(one_column(overlap_values), overlap_labels, options);
    ASSERT_TRUE(quick) << quick.error().text();
    EXPECT_LE(*quick.value().gap, 1e-4 * *quick.value().objective);
    EXPECT_NE(quick.value().report.json().find("\"support_vectors\":null"), std::string::npos);
  }
}

TEST(LinearInMemory, ASupportVectorMachineHasNoProbabilities) {
  const auto trained = train(one_column(apart_values), apart_labels, {{"algorithm", "svm"}, {"C", "inf"}});
  ASSERT_FALSE(trained);  // 2.25 is +1 between 2 and 2.5, which are -1
  EXPECT_NE(trained.error().text().find("hard margin does not exist"), std::string::npos) << trained.error().text();
  const auto soft = train(one_column(apart_values), apart_labels, {{"algorithm", "svm"}});
  ASSERT_TRUE(soft);
  EXPECT_TRUE(soft.value().classifier.predict(one_column(apart_values)).value().probabilities.empty());
}

TEST(LinearInMemory, NoOptimumIsAnErrorThatSaysWhatToChoose) {
  const std::vector<double> signs = {-1, -1, -1, -1, 1, 1};
  const auto trained = train(one_column(apart_values), signs, {{"algorithm", "logistic"}, {"penalty", "none"}});
  ASSERT_FALSE(trained);
  EXPECT_NE(trained.error().text().find("separable"), std::string::npos);
  EXPECT_NE(trained.error().text().find("firth"), std::string::npos);
}

TEST(LinearInMemory, TheWatchEndsARun) {
  const auto trained = train(one_column(overlap_values), overlap_labels, {{"algorithm", "logistic"}, {"tol", "1e-15"}},
                             [](const TrainProgress&) { return false; });
  ASSERT_TRUE(trained);
  EXPECT_EQ(trained.value().status, "interrupted");
}

}  // namespace
}  // namespace halfspace
