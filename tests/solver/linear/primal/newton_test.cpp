// Newton's method on many dense rows, where a step may have the system of the one before: gaps hold whatever the steps were.
#include <cmath>

#include <gtest/gtest.h>

#include "base/elementary.hpp"
#include "base/rng.hpp"
#include "solver/linear/linear.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

/// 2,600 rows of 36 numbers, by logistic noise of `slope`.
LinearCase many_dense_rows(double slope) {
  Rng rng(3, Stream::probe);
  const auto uniform = [&rng] { return (static_cast<double>(rng.word()) + 0.5) / 4294967296.0; };
  LinearCase out;
  out.rows = 2600;
  out.cols = 36;
  for (std::size_t i = 0; i < out.rows; ++i) {
    double score = 0.3;
    for (std::size_t j = 0; j < out.cols; ++j) {
      const double v = uniform() + uniform() + uniform() - 1.5;
      out.values.push_back(v);
      score += (j % 2 == 0 ? slope : -slope) * v;
    }
    out.y.push_back(uniform() < 1 / (1 + elementary::exp(-score)) ? 1 : -1);
  }
  return out;
}

TEST(Newton, OfManyDenseRowsIsWithinItsGap) {
  for (const double slope : {0.1, 1.0, 8.0}) {
    const LinearCase c = many_dense_rows(slope);
    const Matrix x = c.dense();
    for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
      LinearOptions o;
      o.loss = LossKind::logistic;
      o.solver = LinearSolver::newton;
      o.bias = bias;
      o.tol = 1e-11;
      const LinearResult best = train_linear({x, c.y, {}}, o, {}).value();
      ASSERT_EQ(best.status, Status::converged);
      for (const double tol : {1e-2, 1e-4, 1e-6, 1e-8}) {
        o.tol = tol;
        const LinearResult r = train_linear({x, c.y, {}}, o, {}).value();
        EXPECT_EQ(r.status, Status::converged) << slope << " " << tol;
        EXPECT_LE(r.gap, tol * r.primal);
        EXPECT_GE(r.primal, best.primal - best.gap);
        EXPECT_LE(r.primal - r.gap, best.primal);
      }
    }
  }
}

}  // namespace
}  // namespace halfspace
