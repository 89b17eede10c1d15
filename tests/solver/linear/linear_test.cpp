// Linear models: two solvers find one optimum, the gap is honest, and symmetries of the problem are those of the
// answer.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

/// Equal objectives to `relative`, and weights as near as strong convexity then says: |w - w'|^2 / 2 <= gap + gap'.
void expect_same(const LinearResult& a, const LinearResult& b, double relative) {
  if (a.status != LinearStatus::converged || b.status != LinearStatus::converged) RC_FAIL(told(a) + "; " + told(b));
  RC_ASSERT(std::fabs(a.primal - b.primal) <= relative * a.primal);
  double distance = 0;
  for (std::size_t j = 0; j < a.w.size(); ++j) distance += (a.w[j] - b.w[j]) * (a.w[j] - b.w[j]);
  RC_ASSERT(distance <= 4 * (a.gap + b.gap) + 1e-24);
}

RC_GTEST_PROP(Linear, TwoSolversAgree, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  const LinearResult a = train_case(c, o);
  const bool smooth = o.loss != LossKind::hinge;
  o.solver = smooth ? *rc::gen::element(LinearSolver::trust_newton, LinearSolver::cd) : LinearSolver::dual_cd;
  if (!smooth) o.C = std::min(o.C, 1.0);
  const LinearResult b = train_case(c, o);
  o.solver = LinearSolver::automatic;
  expect_same(smooth ? a : train_case(c, o), b, 1e-8);
}

RC_GTEST_PROP(Linear, DualCoordinateDescentAgrees, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  o.C = *rc::gen::element(0.01, 0.5);
  const LinearResult a = train_case(c, o);
  o.solver = LinearSolver::dual_cd;
  expect_same(a, train_case(c, o), 1e-8);
}

RC_GTEST_PROP(Linear, DenseAndSparseAreOne, ()) {
  const LinearCase c = random_case();
  const LinearOptions o = random_choice();
  expect_same(train_case(c.dense(), c, o), train_case(c.sparse(), c, o), 1e-9);
}

RC_GTEST_PROP(Linear, AWeightIsARowRepeated, ()) {
  LinearCase c = random_case();
  const LinearOptions o = random_choice();
  LinearCase twice = c;
  twice.values.insert(twice.values.end(), c.values.begin(), c.values.begin() + static_cast<std::ptrdiff_t>(c.cols));
  twice.y.push_back(c.y[0]);
  ++twice.rows;
  c.weight.assign(c.rows, 1.0);
  c.weight[0] = 2;
  expect_same(train_case(c, o), train_case(twice, o), 1e-9);
}

/// Rows that are all there several times are merged inside; the answer names each of them.
RC_GTEST_PROP(Linear, EqualRowsShareTheirAlpha, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  LinearCase thrice = c;
  for (int k = 0; k < 2; ++k) {
    thrice.values.insert(thrice.values.end(), c.values.begin(), c.values.end());
    thrice.y.insert(thrice.y.end(), c.y.begin(), c.y.end());
    thrice.rows += c.rows;
  }
  for (std::size_t i = 0; i < thrice.rows; ++i) thrice.weight.push_back(i % 5 == 0 ? 0 : static_cast<double>(i % 4));
  thrice.weight[0] = thrice.weight[1] = 1;  // of both classes
  const LinearResult r = train_case(*rc::gen::arbitrary<bool>() ? thrice.dense() : thrice.sparse(), thrice, o);
  RC_ASSERT(r.status == LinearStatus::converged && r.alpha.size() == thrice.rows);
  std::vector<double> w(c.cols);
  for (std::size_t i = 0; i < thrice.rows; ++i) {
    RC_ASSERT(thrice.weight[i] > 0 || r.alpha[i] == 0);
    for (std::size_t j = 0; j < c.cols; ++j) w[j] += thrice.y[i] * r.alpha[i] * thrice.at(i, j);
    const double ratio = r.alpha[i % c.rows] * thrice.weight[i] - r.alpha[i] * thrice.weight[i % c.rows];
    RC_ASSERT(std::fabs(ratio) <= 1e-12 * (1 + r.alpha[i]));  // equal shares for equal weights
  }
  double distance = 0;
  for (std::size_t j = 0; j < c.cols; ++j) distance += (w[j] - r.w[j]) * (w[j] - r.w[j]);
  RC_ASSERT(distance <= 2 * r.gap + 1e-20);  // |w - Z'α|^2 / 2 is part of the gap
}

RC_GTEST_PROP(Linear, WeightZeroIsARowAbsent, ()) {
  LinearCase c = random_case();
  const LinearOptions o = random_choice();
  const LinearResult without = train_case(c, o);
  for (std::size_t j = 0; j < c.cols; ++j) c.values.push_back(7);
  c.y.push_back(1);
  c.weight.assign(c.rows, 1.0);
  c.weight.push_back(0);
  ++c.rows;
  expect_same(without, train_case(c, o), 1e-9);
}

RC_GTEST_PROP(Linear, SwappedLabelsFlipTheSigns, ()) {
  LinearCase c = random_case();
  const LinearOptions o = random_choice();
  const LinearResult a = train_case(c, o);
  for (auto& s : c.y) s = static_cast<std::int8_t>(-s);
  LinearResult b = train_case(c, o);
  for (double& w : b.w) w = -w;
  expect_same(a, b, 1e-9);
}

RC_GTEST_PROP(Linear, PermutedColumnsPermuteTheWeights, ()) {
  const LinearCase c = random_case();
  const LinearOptions o = random_choice();
  LinearCase p = c;
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.cols; ++j) p.values[i * c.cols + j] = c.at(i, c.cols - 1 - j);
  }
  LinearResult b = train_case(p, o);
  std::reverse(b.w.begin(), b.w.end());
  expect_same(train_case(c, o), b, 1e-9);
}

/// f(w, b) in long double, the formula as it stands.
long double objective(const LinearCase& c, const LinearOptions& o, const LinearResult& r) {
  const Penalty p = penalty_of(o.penalty, o.l1_ratio);
  long double f = 0;
  for (const double w : r.w) f += p.l1 * std::fabs(w) + p.l2 / 2 * w * w;
  if (o.bias == Bias::augmented) f += p.l1 * std::fabs(r.b) + p.l2 / 2 * r.b * r.b;
  for (std::size_t i = 0; i < c.rows; ++i) {
    long double s = r.b;
    for (std::size_t j = 0; j < c.cols; ++j) s += static_cast<long double>(c.at(i, j)) * r.w[j];
    const auto m = static_cast<double>(c.y[i] * s);
    f += o.C * std::visit([&](auto loss) { return loss.value(m); }, loss_of(o.loss));
  }
  return f;
}

RC_GTEST_PROP(Linear, TheGapIsNeverBelowTheTrueOne, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  const LinearResult best = train_case(c, o);
  o.tol = *rc::gen::element(0.5, 0.01, 1e-4);
  o.max_rounds = *rc::gen::inRange<std::uint64_t>(1, 6);
  o.solver = o.loss == LossKind::hinge
                 ? *rc::gen::element(LinearSolver::interior_point, LinearSolver::dual_cd)
                 : *rc::gen::element(LinearSolver::newton, LinearSolver::trust_newton, LinearSolver::dual_cd);
  const LinearResult r = train_case(c, o);
  const long double f = objective(c, o, r);
  RC_ASSERT(std::fabs(static_cast<double>(f) - r.primal) <= 1e-12 * r.primal);
  RC_ASSERT(r.gap >= static_cast<double>(f - best.primal));  // P - P(best) <= P - P*
  RC_ASSERT(r.dual <= best.primal);
}

RC_GTEST_PROP(Linear, SparsePenaltiesAreSolvedToTheirSubgradients, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  o.tol = 1e-6;
  if (o.loss == LossKind::hinge) o.loss = LossKind::logistic;
  o.penalty = *rc::gen::element(PenaltyKind::l1, PenaltyKind::elastic_net);
  const LinearResult r = train_case(c, o);
  if (r.status != LinearStatus::converged) RC_FAIL(told(r, o));
  RC_ASSERT(std::fabs(static_cast<double>(objective(c, o, r)) - r.primal) <= 1e-12 * r.primal);
  RC_ASSERT(r.gradient <= 1e-3 * o.C * static_cast<double>(c.rows));
}

RC_GTEST_PROP(Linear, EveryCEndsWithANumber, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  o.penalty = *rc::gen::element(PenaltyKind::l2, PenaltyKind::l1);
  if (o.loss == LossKind::hinge) o.penalty = PenaltyKind::l2;
  o.C = *rc::gen::element(1e-12, 1e-6, 1e6, 1e12);
  o.tol = 1e-4;
  const LinearResult r = train_case(c, o);
  RC_ASSERT(std::isfinite(r.primal) && std::isfinite(r.b) && r.gap >= 0);
  if (o.penalty == PenaltyKind::l2 && r.status != LinearStatus::converged) RC_FAIL(told(r, o));
}

RC_GTEST_PROP(Linear, WithoutPenaltyNewtonFindsALevelPoint, ()) {
  LinearCase c = random_case();
  const std::size_t rows = c.rows;
  for (std::size_t i = 0; i < rows; ++i) {  // each row with both labels: overlapping, whatever the rest
    for (std::size_t j = 0; j < c.cols; ++j) c.values.push_back(c.at(i, j));
    c.y.push_back(static_cast<std::int8_t>(-c.y[i]));
  }
  c.rows = 2 * rows;
  c.weight.assign(c.rows, 1.0);
  for (std::size_t i = 0; i < rows; ++i) c.weight[i] = 2;
  LinearOptions o;
  o.penalty = PenaltyKind::none;
  o.tol = 1e-10;
  const LinearResult r = train_case(c, o);
  RC_ASSERT(!r.has_dual);
  RC_ASSERT(r.gradient <= 1e-4 * static_cast<double>(rows));
}

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
  EXPECT_EQ(r.status, LinearStatus::converged);
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
    EXPECT_EQ(r.status, LinearStatus::converged) << r.stop_reason;
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
    EXPECT_EQ(r.status, LinearStatus::converged) << r.stop_reason;
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
        EXPECT_EQ(r.value().status, LinearStatus::converged) << r.value().solver << ' ' << r.value().stop_reason;
        EXPECT_NE(r.value().solver, "newton");
        EXPECT_NE(r.value().solver, "interior-point");
        EXPECT_FALSE(r.value().why.empty());
      }
    }
  }
}

TEST(Linear, GradientDescentTakesTheTextbooksSteps) {
  LinearOptions o;
  o.penalty = PenaltyKind::none;
  o.solver = LinearSolver::gd;
  o.alpha = 0.5;
  o.rounds = 2;
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
  EXPECT_EQ(r.status, LinearStatus::rounds);
}

TEST(Linear, GradientDescentSaysThatItsStepIsTooLong) {
  LinearOptions o;
  o.penalty = PenaltyKind::none;
  o.solver = LinearSolver::gd;
  o.alpha = 10;
  o.rounds = 20;
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
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic, LossKind::modified_huber}) {
    LinearOptions o;
    o.loss = loss;
    o.tol = 1e-10;
    const LinearResult r = run(c, o);
    EXPECT_EQ(r.status, LinearStatus::converged) << r.stop_reason;
    EXPECT_EQ(r.w[1], 0);
    EXPECT_NEAR(r.w[2], 0, 1e-9);  // constant: a free bias does its work for nothing
  }
}

TEST(Linear, ValuesFarOutGiveAnOptimumOrNameTheColumn) {
  for (const double huge : {1e300, DBL_MAX, 1e-310, 4.9e-324, 1e100}) {
    for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic}) {
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
  LinearObserver observer;
  observer.round = [](const LinearProgress&) { return Halt::timeout; };
  const auto r = train_linear({c.dense(), c.y, {}}, o, observer);
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.value().status, LinearStatus::timeout);
  EXPECT_EQ(r.value().rounds, 1U);
}

}  // namespace
}  // namespace halfspace
