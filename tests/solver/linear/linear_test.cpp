// Linear models: two solvers find one optimum, the gap is honest, and symmetries of the problem are those of the
// answer.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

/// Equal objectives to `relative`, and weights as near as strong convexity then says: |w - w'|^2 / 2 <= gap + gap'.
void expect_same(const LinearOptions& o, const LinearResult& a, const LinearResult& b, double relative) {
  if (a.status != Status::converged || b.status != Status::converged) RC_FAIL(summary(a, o) + "; " + summary(b, o));
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
  o.solver = smooth ? *rc::gen::element(LinearSolver::trust_newton, LinearSolver::cd) : LinearSolver::newton;
  expect_same(o, a, train_case(c, o), 1e-8);
}

/// Mehrotra's steps go round in circles here; the margin is 2/3.
TEST(Linear, AnInteriorPointDoesNotGoRoundInCircles) {
  const LinearCase c{5, 3, {0, -1, -1, 0, 0, 0, -1, 0, -0.5, -2.5, -1.25, 0, -2.75, 0, 0}, {1, -1, -1, -1, -1}, {}};
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.bias = Bias::free;
  o.C = 100;
  o.solver = LinearSolver::interior_point;
  for (const double tol : {1e-4, 1e-10}) {
    o.tol = tol;
    const auto r = train_linear({c.dense(), c.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, Status::converged) << summary(r.value(), o);
    EXPECT_NEAR(r.value().primal, 1.125, 1.125 * tol);  // 1/2 (1/margin)^2
  }
}

RC_GTEST_PROP(Linear, DualCoordinateDescentAgrees, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  o.C = *rc::gen::element(0.01, 0.5);
  const LinearResult a = train_case(c, o);
  o.solver = LinearSolver::dual_cd;
  expect_same(o, a, train_case(c, o), 1e-8);
}

RC_GTEST_PROP(Linear, DenseAndSparseAreOne, ()) {
  const LinearCase c = random_case();
  const LinearOptions o = random_choice();
  expect_same(o, train_case(c.dense(), c, o), train_case(c.sparse(), c, o), 1e-9);
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
  expect_same(o, train_case(c, o), train_case(twice, o), 1e-9);
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
  RC_ASSERT(r.status == Status::converged && r.alpha.size() == thrice.rows);
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
  expect_same(o, without, train_case(c, o), 1e-9);
}

RC_GTEST_PROP(Linear, SwappedLabelsFlipTheSigns, ()) {
  LinearCase c = random_case();
  const LinearOptions o = random_choice();
  const LinearResult a = train_case(c, o);
  for (auto& s : c.y) s = static_cast<std::int8_t>(-s);
  LinearResult b = train_case(c, o);
  for (double& w : b.w) w = -w;
  expect_same(o, a, b, 1e-9);
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
  expect_same(o, train_case(c, o), b, 1e-9);
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
                 ? *rc::gen::element(LinearSolver::interior_point, LinearSolver::newton, LinearSolver::dual_cd)
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
  if (o.loss == LossKind::hinge) o.loss = LossKind::logistic;
  o.penalty = *rc::gen::element(PenaltyKind::l1, PenaltyKind::elastic_net);
  const LinearResult r = train_case(c, o);
  if (r.status != Status::converged) RC_FAIL(summary(r, o));
  RC_ASSERT(std::fabs(static_cast<double>(objective(c, o, r)) - r.primal) <= 1e-12 * r.primal);
  // r_j^2 <= 2 gap (C K sum_i x_ij^2) for a smooth part of curvature K, and gap <= tol P(0) <= 1e-10 C n
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
  if (o.penalty == PenaltyKind::l2 && r.status != Status::converged) RC_FAIL(summary(r, o));
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

}  // namespace
}  // namespace halfspace
