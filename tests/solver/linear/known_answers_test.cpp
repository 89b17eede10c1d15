// Linear models: answers known from formulas and textbooks, the choice of a solver, and data at the edge of doubles.
#include <array>
#include <cfloat>
#include <cmath>

#include <gtest/gtest.h>

#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

LinearCase line(std::vector<double> x, std::vector<std::int8_t> y) {
  LinearCase c;
  c.rows = x.size();
  c.cols = 1;
  c.values = std::move(x);
  c.y = std::move(y);
  return c;
}

LinearResult run(const LinearCase& c, const LinearOptions& o) {
  auto r = train_linear({c.dense(), c.y, c.weight}, o, {});
  EXPECT_TRUE(r.ok()) << (r.ok() ? "" : r.error().text());
  return r.ok() ? std::move(r).value() : LinearResult{};
}

TEST(Linear, TwoPointsHaveTheHingeOptimumOfTheTextbook) {
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.C = 10;
  o.tol = 1e-10;
  const LinearResult r = run(line({-1, 3}, {-1, 1}), o);  // w = 1/2, b = -1/2: both rows on their margins
  EXPECT_NEAR(r.w[0], 0.5, 1e-9);
  EXPECT_NEAR(r.b, -0.5, 1e-9);
  EXPECT_EQ(r.support_vectors, 2U);
  EXPECT_EQ(r.bounded_support_vectors, 0U);
  EXPECT_NEAR(r.primal, 0.125, 1e-9);
}

TEST(Linear, ThePerceptronLossIsLeastAtZero) {
  LinearOptions o;
  o.loss = LossKind::perceptron;
  const LinearResult r = run(line({-1, 3}, {-1, 1}), o);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_EQ(r.w[0], 0);
  EXPECT_EQ(r.gap, 0);
}

/// A table of two by two: x = 1 or 0, with these counts of +1 and -1 as weights.
LinearCase table(double a, double b, double c, double d) {
  LinearCase t = line({1, 1, 0, 0}, {1, -1, 1, -1});
  t.weight = {a, b, c, d};
  return t;
}

TEST(Linear, WithoutPenaltyATwoByTwoTableGivesItsLogOdds) {
  LinearOptions o;
  o.penalty = PenaltyKind::none;
  o.tol = 1e-12;
  for (const LinearSolver solver : {LinearSolver::newton, LinearSolver::trust_newton}) {
    o.solver = solver;
    const LinearResult r = run(table(8, 3, 5, 7), o);
    EXPECT_EQ(r.status, Status::converged) << r.stop_reason;
    EXPECT_FALSE(r.has_dual);
    EXPECT_NEAR(r.w[0], std::log(8.0 * 7 / (3 * 5)), 1e-6);
    EXPECT_NEAR(r.b, std::log(5.0 / 7), 1e-6);
  }
}

TEST(Linear, FirthAddsAHalfToEachCellOfATwoByTwoTable) {  // Heinze and Schemper 2002, section 2.2
  LinearOptions o;
  o.penalty = PenaltyKind::firth;
  for (const auto& [a, b, c, d] : {std::array{8.0, 3.0, 5.0, 7.0}, std::array{9.0, 0.0, 2.0, 6.0}}) {
    LinearCase t = table(a, b, c, d);
    const LinearResult r = run(t, o);
    EXPECT_EQ(r.status, Status::converged) << r.stop_reason;
    EXPECT_NEAR(r.w[0], std::log((a + 0.5) * (d + 0.5) / ((b + 0.5) * (c + 0.5))), 1e-9);
    EXPECT_NEAR(r.b, std::log((c + 0.5) / (d + 0.5)), 1e-9);
  }
}

TEST(Linear, AutomaticChoosesByLossPenaltyAndShape) {
  LinearOptions o;
  const LinearCase c = line({-1, 3, 2, 5}, {-1, 1, -1, 1});
  EXPECT_EQ(run(c, o).solver, "newton");
  o.loss = LossKind::hinge;
  EXPECT_EQ(run(c, o).solver, "interior-point");
  LinearCase large = line(std::vector<double>(200000, 1), std::vector<std::int8_t>(200000, -1));
  for (std::size_t i = 0; i < large.rows; i += 2) large.y[i] = 1;
  for (std::size_t i = 0; i < large.rows; ++i) large.values[i] = static_cast<double>(i) / 1e5;
  EXPECT_EQ(run(large, o).solver, "augmented-lagrangian");
  o.tol = 1e-8;
  EXPECT_EQ(run(large, o).solver, "augmented-lagrangian");
  o.tol = 1e-4;
  o.loss = LossKind::squared_hinge;
  o.penalty = PenaltyKind::l1;
  EXPECT_EQ(run(c, o).solver, "cd");
  CsrMatrix<float> wide;
  wide.rows = 4;
  wide.cols = 100000;
  wide.start.push_back(0);
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (const std::uint32_t j : {i / 2, 50000 + i, 99999U}) {
      wide.column.push_back(j);
      wide.value.push_back(1);
    }
    wide.start.push_back(wide.value.size());
  }
  const Matrix x = std::move(wide);
  for (const PenaltyKind penalty : {PenaltyKind::l2, PenaltyKind::l1}) {
    for (const LossKind loss : {LossKind::hinge, LossKind::logistic}) {
      for (const double C : {1.0, static_cast<double>(INFINITY)}) {
        o.loss = loss;
        o.penalty = penalty;
        o.C = C;
        if (loss == LossKind::hinge && penalty == PenaltyKind::l1) continue;
        if (loss != LossKind::hinge && std::isinf(C)) continue;
        const auto r = train_linear({x, c.y, {}}, o, {});
        ASSERT_TRUE(r.ok()) << r.error().text();
        EXPECT_EQ(r.value().status, Status::converged) << r.value().solver << ' ' << r.value().stop_reason;
        EXPECT_NE(r.value().solver, "newton");
        EXPECT_NE(r.value().solver, "interior-point");
        EXPECT_FALSE(r.value().why.empty());
      }
    }
  }
}

TEST(Linear, NewtonGoesOnWhereFullStepsOvershootAKink) {  // full steps show the same gap again and again
  LinearCase c;
  c.rows = 7;
  c.cols = 3;
  c.values = {-2.75, 0, 0, 0, 0, 0, -2, 0, -2.75, 0, 0, 0, 0, 0, -2.75, -2.75, -2.75, 0, -2.75, -2.5, 0};
  c.y = {1, -1, 1, -1, -1, 1, 1};
  LinearOptions o;
  o.loss = LossKind::squared_hinge;
  o.C = 100;
  o.tol = 1e-10;
  o.solver = LinearSolver::newton;
  EXPECT_EQ(run(c, o).status, Status::converged);
}

LinearOptions gradient_descent(double alpha, std::uint64_t rounds) {
  LinearOptions o;
  o.penalty = PenaltyKind::none;
  o.solver = LinearSolver::gd;
  o.alpha = alpha;
  o.rounds = rounds;
  return o;
}

TEST(Linear, GradientDescentTakesTheTextbooksSteps) {
  const LinearOptions o = gradient_descent(0.5, 2);
  const LinearCase c = line({-1, 0, 2}, {-1, 1, 1});
  double w = 0;
  double b = 0;
  for (int round = 0; round < 2; ++round) {
    double gw = 0;
    double gb = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double p = 1 / (1 + std::exp(-(w * c.values[i] + b)));
      gw += (p - (c.y[i] > 0)) * c.values[i];
      gb += p - (c.y[i] > 0);
    }
    w -= 0.5 * gw;
    b -= 0.5 * gb;
  }
  const LinearResult r = run(c, o);
  EXPECT_NEAR(r.w[0], w, 1e-15);
  EXPECT_NEAR(r.b, b, 1e-15);
  ASSERT_EQ(r.curve.size(), 3U);
  EXPECT_NEAR(r.curve[0], 3 * std::log(2.0), 1e-15);
  EXPECT_EQ(r.status, Status::rounds);
}

TEST(Linear, GradientDescentSaysThatItsStepIsTooLong) {
  const LinearOptions o = gradient_descent(10, 20);
  const LinearResult r = run(line({-3, 2, 4, -5}, {-1, -1, 1, 1}), o);
  EXPECT_NE(r.stop_reason.find("2/L"), std::string::npos) << r.stop_reason;
}

TEST(Linear, AveragedDescentComesNearTheOptimum) {
  LinearCase c;
  c.rows = 2000;
  c.cols = 2;
  for (std::size_t i = 0; i < c.rows; ++i) {
    const double angle = static_cast<double>(i) * 2.399963;
    c.values.push_back(std::cos(angle) + (i % 2 == 0 ? 0.7 : -0.7));
    c.values.push_back(std::sin(angle));
    c.y.push_back(i % 2 == 0 ? 1 : -1);
  }
  LinearOptions o;
  o.C = 0.01;
  const double best = run(c, o).primal;
  o.solver = LinearSolver::sgd;
  o.rounds = 5;
  const LinearResult r = run(c, o);
  EXPECT_LT(r.primal, 1.02 * best);
  EXPECT_GE(r.gap, r.primal - best);
}

TEST(Linear, ColumnsOfZerosGetWeightZero) {
  LinearCase c;
  c.rows = 4;
  c.cols = 3;
  c.values = {1, 0, 5, 2, 0, 5, -1, 0, 5, -3, 0, 5};
  c.y = {1, 1, -1, -1};
  for (const LossKind loss : losses_with_an_optimum()) {
    LinearOptions o;
    o.loss = loss;
    o.tol = 1e-10;
    const LinearResult r = run(c, o);
    EXPECT_EQ(r.status, Status::converged) << r.stop_reason;
    EXPECT_EQ(r.w[1], 0);
    EXPECT_NEAR(r.w[2], 0, 1e-9);  // constant: a free bias does its work for nothing
  }
}

TEST(Linear, ValuesFarOutGiveAnOptimumOrNameTheColumn) {
  for (const double huge : {1e300, DBL_MAX, 1e-310, 4.9e-324, 1e100}) {
    for (const LossKind loss : losses_with_an_optimum()) {
      LinearCase c;
      c.rows = 4;
      c.cols = 2;
      c.values = {1, huge, 2, -huge, -1, huge, -3, -huge};
      c.y = {1, 1, -1, -1};
      LinearOptions o;
      o.loss = loss;
      const auto r = train_linear({c.dense(), c.y, {}}, o, {});
      if (r.ok()) {
        for (const double w : r.value().w) EXPECT_TRUE(std::isfinite(w)) << huge;
        EXPECT_FALSE(std::isnan(r.value().gap));
      } else {
        EXPECT_EQ(r.error().code, Code::bad_data);
        EXPECT_EQ(r.error().where, "column 2");
      }
    }
  }
}

TEST(Linear, OneClassAndBadWeightsAreErrors) {
  const LinearCase c = line({1, 2}, {1, 1});
  EXPECT_FALSE(train_linear({c.dense(), c.y, {}}, {}, {}).ok());
  LinearCase d = line({1, 2}, {1, -1});
  d.weight = {1, NAN};
  EXPECT_FALSE(train_linear({d.dense(), d.y, d.weight}, {}, {}).ok());
  d.weight = {1, -1};
  EXPECT_FALSE(train_linear({d.dense(), d.y, d.weight}, {}, {}).ok());
}

TEST(Linear, AnObserverStopsARun) {
  LinearOptions o;
  o.tol = 1e-14;
  const LinearCase c = line({-1, 3, 2, 5}, {-1, 1, -1, 1});
  const LinearObserver observer{{}, StopToken([] { return Halt::timeout; })};
  const auto r = train_linear({c.dense(), c.y, {}}, o, observer);
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.value().status, Status::timeout);
  EXPECT_EQ(r.value().rounds, 1U);
}

}  // namespace
}  // namespace halfspace
