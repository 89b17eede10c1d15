// The hard margin of more columns than hulls are searched in: the method of multipliers, held against the hulls.
#include <limits>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

/// Separable: 40 rows of 8 of 1500 columns, on the sides that random weights give them.
LinearCase wide_case(Rng& rng) {
  LinearCase c;
  c.rows = 40;
  c.cols = 1500;
  c.values.assign(c.rows * c.cols, 0.0);
  for (std::size_t i = 0; i < c.rows; ++i) {
    double score = 0;
    for (int k = 0; k < 8; ++k) {
      const std::size_t j = k < 2 ? rng.bounded(20) : rng.bounded(c.cols);
      const double value = static_cast<double>(rng.bounded(9)) - 4 + 0.5;
      c.values[i * c.cols + j] = value;
      score += value * (j % 2 == 0 ? 1 : -1);
    }
    c.y.push_back(score > 0 ? 1 : -1);
  }
  c.y[0] = 1;
  c.y[1] = -1;
  return c;
}

TEST(HardMargin, MultipliersAgreeWithHullsOnWideData) {
  Rng rng(5, Stream::probe);
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    for (int trial = 0; trial < 3; ++trial) {
      const LinearCase c = wide_case(rng);
      LinearOptions o;
      o.loss = LossKind::hinge;
      o.C = std::numeric_limits<double>::infinity();
      o.bias = bias;
      o.tol = 1e-7;
      const auto many = train_linear({c.sparse(), c.y, {}}, o, {});
      o.solver = LinearSolver::min_norm;
      const auto hulls = train_linear({c.sparse(), c.y, {}}, o, {});
      ASSERT_TRUE(many.ok() && hulls.ok());
      EXPECT_EQ(many.value().solver, "multipliers");
      EXPECT_EQ(many.value().status, Status::converged) << many.value().stop_reason;
      EXPECT_NEAR(many.value().primal, hulls.value().primal, many.value().gap + hulls.value().gap);
    }
  }
}

TEST(HardMargin, WideDataWithoutOneEnds) {
  Rng rng(6, Stream::probe);
  LinearCase c = wide_case(rng);
  for (std::size_t j = 0; j < c.cols; ++j) c.values[c.cols + j] = c.values[j];  // rows 0 and 1, of both classes
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    LinearOptions o;
    o.loss = LossKind::hinge;
    o.C = std::numeric_limits<double>::infinity();
    o.bias = bias;
    const auto r = train_linear({c.sparse(), c.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, Status::not_separable) << r.value().stop_reason;
  }
}

TEST(HardMargin, StoppedBeforeAnAnswerTheGapIsNotKnown) {
  Rng rng(7, Stream::probe);
  const LinearCase c = wide_case(rng);
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.C = std::numeric_limits<double>::infinity();
  const LinearObserver observer{{}, StopToken([] { return Halt::timeout; })};
  for (const LinearSolver solver : {LinearSolver::automatic, LinearSolver::min_norm}) {
    o.solver = solver;
    const auto r = train_linear({c.sparse(), c.y, {}}, o, observer);
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, Status::timeout);
    EXPECT_TRUE(std::isinf(r.value().gap));
  }
}

}  // namespace
}  // namespace halfspace
