// Stochastic gradient descent beside the plain loop of its formulas, and its draws.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

struct Plain {
  std::vector<double> w;
  double b;
};

/// The steps of src/solver/linear/primal/sgd.cpp on logistic loss, C = 1, free bias, no row weights: every vector in full.
Plain plain_descent(const LinearCase& c, std::uint64_t seed, std::size_t passes) {
  const auto n = static_cast<double>(c.rows);
  std::vector<double> mean(c.cols);
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.cols; ++j) mean[j] += c.at(i, j) / n;
  }
  double q = 0;
  for (std::size_t i = 0; i < c.rows; ++i) {
    q += 1 / n;
    for (std::size_t j = 0; j < c.cols; ++j) q += (c.at(i, j) - mean[j]) * (c.at(i, j) - mean[j]) / n;
  }
  const double lambda = 1 / n;
  const double eta0 = 1 / (q / 4 + lambda);
  Rng rng(seed, Stream::order);
  std::vector<std::uint32_t> order(c.rows);
  std::iota(order.begin(), order.end(), 0U);
  std::vector<double> w(c.cols);
  std::vector<double> sum(c.cols);
  double b = 0;
  double sum_b = 0;
  double factors = 0;
  double t = 0;
  const double half = static_cast<double>(passes * c.rows) / 2;
  for (std::size_t pass = 0; pass < passes; ++pass) {
    shuffle(std::span(order), rng);
    for (const std::uint32_t i : order) {
      double score = b;
      for (std::size_t j = 0; j < c.cols; ++j) score += w[j] * (c.at(i, j) - mean[j]);
      const double eta = eta0 * std::pow(1 + lambda * eta0 * t, -0.75);
      const double step = eta * c.y[i] / (1 + std::exp(c.y[i] * score));
      for (std::size_t j = 0; j < c.cols; ++j) w[j] = (1 - eta * lambda) * w[j] + step * (c.at(i, j) - mean[j]);
      b += step;
      ++t;
      const double factor = std::max(0.0, t - half);
      factors += factor;
      for (std::size_t j = 0; j < c.cols; ++j) sum[j] += factor * w[j];
      sum_b += factor * b;
    }
  }
  Plain out{sum, sum_b / factors};
  for (std::size_t j = 0; j < c.cols; ++j) {
    out.w[j] /= factors;
    out.b -= out.w[j] * mean[j];
  }
  return out;
}

LinearOptions descent(std::uint64_t passes, std::uint64_t seed) {
  LinearOptions o;
  o.solver = LinearSolver::sgd;
  o.rounds = passes;
  o.seed = seed;
  return o;
}

RC_GTEST_PROP(Descent, SumsKeptLazilyAreThoseOfThePlainLoop, ()) {
  const LinearCase c = random_case();
  const auto passes = *rc::gen::inRange<std::uint64_t>(1, 8);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 100);
  const Plain plain = plain_descent(c, seed, passes);
  for (const Matrix& x : {c.dense(), c.sparse()}) {
    const LinearResult r = train_case(x, c, descent(passes, seed));
    for (std::size_t j = 0; j < c.cols; ++j) RC_ASSERT(std::fabs(r.w[j] - plain.w[j]) <= 1e-9);
    RC_ASSERT(std::fabs(r.b - plain.b) <= 1e-9);
  }
}

RC_GTEST_PROP(Descent, RoundsAreCountedWhicheverFlagNamesThem, ()) {
  const LinearCase c = random_case();
  LinearOptions alone = descent(0, 3);
  alone.max_rounds = *rc::gen::inRange<std::uint64_t>(1, 20);
  const LinearResult capped = train_case(c, alone);
  const LinearResult asked = train_case(c, descent(alone.max_rounds, 3));
  RC_ASSERT(capped.rounds == alone.max_rounds);
  RC_ASSERT(capped.w == asked.w);
  LinearOptions both = descent(20, 3);
  both.max_rounds = alone.max_rounds;
  RC_ASSERT(train_case(c, both).rounds == alone.max_rounds);
}

TEST(Descent, SeedsDrawOrdersAndOneSeedIsOneAnswer) {
  LinearCase c;
  c.rows = 60;
  c.cols = 1;
  for (std::size_t i = 0; i < c.rows; ++i) {
    c.values.push_back(std::sin(static_cast<double>(i) * 1.7));
    c.y.push_back(i % 3 == 0 ? 1 : -1);
  }
  const auto w = [&](std::uint64_t seed) { return train_linear({c.dense(), c.y, {}}, descent(2, seed), {}).value().w; };
  EXPECT_EQ(w(1), w(1));
  EXPECT_NE(w(1), w(2));
  std::vector<std::size_t> turned(c.rows);  // sorted rows, which a fixed order would follow
  LinearCase sorted = c;
  std::iota(turned.begin(), turned.end(), std::size_t{0});
  std::stable_partition(turned.begin(), turned.end(), [&](std::size_t i) { return c.y[i] < 0; });
  for (std::size_t i = 0; i < c.rows; ++i) {
    sorted.values[i] = c.values[turned[i]];
    sorted.y[i] = c.y[turned[i]];
  }
  const double best = train_linear({c.dense(), c.y, {}}, {}, {}).value().primal;
  EXPECT_LT(train_linear({sorted.dense(), sorted.y, {}}, descent(10, 0), {}).value().primal, 1.02 * best);
}

TEST(Descent, RowsOfAllSizesDoNotMakeSquaredLossesDiverge) {
  LinearCase c;
  c.rows = 200;
  c.cols = 2;
  for (std::size_t i = 0; i < c.rows; ++i) {
    const double size = i % 50 == 0 ? 1000 : 1;
    c.values.push_back(size * std::sin(static_cast<double>(i)));
    c.values.push_back(size * std::cos(static_cast<double>(3 * i)));
    c.y.push_back(i % 2 == 0 ? 1 : -1);
  }
  LinearOptions o = descent(5, 0);
  o.loss = LossKind::squared_hinge;
  const double zero = 200;  // the objective of w = 0
  EXPECT_LT(train_linear({c.dense(), c.y, {}}, o, {}).value().primal, 2 * zero);
}

}  // namespace
}  // namespace halfspace
