// Paths against fits of their own, the edge where all weights become 0, columns left out, optimality of each point.
#include "solver/linear/path/path.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/design.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

constexpr std::size_t few_points = 8;

LinearOptions path_choice(bool sparse) {
  LinearOptions o;
  std::vector<LossKind> losses;
  for (const LossKind kind : losses_with_an_optimum()) {
    if (has_curvature(kind) || !sparse) losses.push_back(kind);
  }
  o.loss = *rc::gen::elementOf(losses);
  o.penalty = sparse ? *rc::gen::element(PenaltyKind::l1, PenaltyKind::elastic_net) : PenaltyKind::l2;
  o.l1_ratio = *rc::gen::element(0.1, 0.5, 0.95);
  o.bias = *rc::gen::element(Bias::augmented, Bias::free, Bias::none);
  if (!sparse && has_curvature(o.loss))
    o.solver = *rc::gen::element(LinearSolver::automatic, LinearSolver::trust_newton);
  o.tol = 1e-9;
  return o;
}

LinearCase weighed_case() {
  LinearCase c = random_case();
  if (*rc::gen::arbitrary<bool>()) {
    for (const int k : *rc::gen::container<std::vector<int>>(c.rows, rc::gen::inRange(1, 9)))
      c.weight.push_back(k / 4.0);
  }
  return c;
}

std::vector<PathPoint> path_of(const Matrix& x, const LinearCase& c, const LinearOptions& o,
                               const std::vector<double>& costs) {
  auto path = train_path({x, c.y, c.weight}, o, costs, {});
  RC_ASSERT(path.ok());
  return std::move(path).value();
}

std::vector<double> costs_of(const Matrix& x, const LinearCase& c, const LinearOptions& o) {
  const auto null = null_model({x, c.y, c.weight}, o);
  RC_ASSERT(null.ok());
  RC_PRE(null.value().steepest > 1e-9);
  return cost_grid(null.value().largest_cost, few_points, 1e-3);
}

/// The optimum lies between primal - gap and primal of both.
void check_same_optimum(const LinearResult& a, const LinearResult& b) {
  RC_ASSERT(a.primal - a.gap <= b.primal);
  RC_ASSERT(b.primal - b.gap <= a.primal);
}

void check_path(bool sparse) {
  const LinearCase c = weighed_case();
  LinearOptions o = path_choice(sparse);
  const Matrix x = *rc::gen::arbitrary<bool>() ? c.dense() : c.sparse();
  const std::vector<double> costs = costs_of(x, c, o);
  const auto path = path_of(x, c, o, costs);
  RC_ASSERT(path.size() == costs.size());
  for (const PathPoint& p : path) {
    o.C = p.C;
    const LinearResult alone = train_case(x, c, o);
    RC_LOG() << summary(p.result, o) << "\n" << summary(alone, o) << "\n";
    RC_ASSERT(p.result.status == Status::converged);
    RC_ASSERT(p.result.gap <= o.tol * p.result.primal);
    check_same_optimum(p.result, alone);
  }
}

RC_GTEST_PROP(Path, SparsePointsAreIndependentFits, ()) { check_path(true); }

RC_GTEST_PROP(Path, RidgePointsAreIndependentFits, ()) { check_path(false); }

RC_GTEST_PROP(Path, TheLargestLambdaIsTheFirstWithAllWeightsZero, ()) {
  const LinearCase c = weighed_case();
  LinearOptions o = path_choice(true);
  o.tol = 1e-11;
  const Matrix x = c.dense();
  const double edge = costs_of(x, c, o).front();
  const auto path = path_of(x, c, o, {edge * 0.9, edge, edge / 0.99});
  RC_ASSERT(path[0].nonzero == 0);
  RC_ASSERT(path[1].nonzero == 0);
  RC_LOG() << summary(path[2].result, o) << "\n";
  RC_ASSERT(path[2].nonzero > 0 || (o.bias == Bias::augmented && path[2].result.b != 0));
}

/// g_j of the smooth part and H_j, a bound on its curvature along column j.
struct Slopes {
  std::vector<double> g;
  std::vector<double> H;
};

Slopes slopes_of(const Design& z, const std::vector<double>& v) {
  std::vector<double> m(z.n());
  std::vector<double> alpha(z.n());
  Slopes s{std::vector<double>(z.dims()), std::vector<double>(z.dims())};
  z.margins(v, m);
  dual_of_margins(z, m, alpha);
  z.combine(alpha, s.g);
  std::vector<double> bend(z.cost().begin(), z.cost().end());
  for (double& c : bend) c *= most_bend(z.loss());
  z.gram_diagonal(bend, s.H);
  for (std::size_t j = 0; j < v.size(); ++j) {
    s.g[j] = z.penalty(j).l2 * v[j] - s.g[j];
    s.H[j] += z.penalty(j).l2;
  }
  return s;
}

/// The KKT conditions, as far as the gap proves them: a step u along one column gains at least H_j u^2 / 2.
RC_GTEST_PROP(Path, NoStepAlongOneColumnGainsMoreThanTheGap, ()) {
  const LinearCase c = weighed_case();
  LinearOptions o = path_choice(true);
  const Matrix x = c.dense();
  for (const PathPoint& p : path_of(x, c, o, costs_of(x, c, o))) {
    o.C = p.C;
    const Design z({x, c.y, c.weight}, o);
    std::vector<double> v(p.result.w);
    if (z.bias()) v.push_back(p.result.b);
    const Slopes s = slopes_of(z, v);
    for (std::size_t j = 0; j < v.size(); ++j) {
      if (s.H[j] == 0) continue;
      const double u = Penalty{z.penalty(j).l1, 0}.prox(v[j] - s.g[j] / s.H[j], 1 / s.H[j]) - v[j];
      RC_ASSERT(s.H[j] * u * u / 2 <= p.result.gap * (1 + 1e-9) + 1e-13 * p.result.primal);
    }
  }
}

/// 60 columns of which 3 speak: many are proven to be 0 long before the end.
LinearCase wide_case() {
  LinearCase c;
  c.rows = 80;
  c.cols = 60;
  Rng rng(7, Stream::probe);
  for (std::size_t i = 0; i < c.rows; ++i) {
    double s = 0;
    for (std::size_t j = 0; j < c.cols; ++j) {
      const double v = static_cast<double>(rng.bounded(2001)) / 1000 - 1;
      c.values.push_back(v);
      if (j < 3) s += v * (j == 1 ? -3 : 2);
    }
    c.y.push_back(s + static_cast<double>(rng.bounded(1001)) / 1000 - 0.5 > 0 ? 1 : -1);
  }
  return c;
}

TEST(Path, NoColumnProvenToBeZeroIsInATightSolution) {
  const LinearCase c = wide_case();
  const Matrix x = c.dense();
  for (const LossKind loss : {LossKind::logistic, LossKind::squared_hinge, LossKind::modified_huber}) {
    for (const PenaltyKind penalty : {PenaltyKind::l1, PenaltyKind::elastic_net}) {
      LinearOptions o;
      o.loss = loss;
      o.penalty = penalty;
      o.tol = 1e-3;
      const auto costs = cost_grid(null_model({x, c.y, {}}, o).value().largest_cost, 20, 0.02);
      const auto path = train_path({x, c.y, {}}, o, costs, {}).value();
      o.tol = 1e-12;
      std::size_t proven = 0;
      for (const PathPoint& p : path) {
        o.C = p.C;
        const LinearResult tight = train_linear({x, c.y, {}}, o, {}).value();
        ASSERT_EQ(p.screened.size(), c.cols);
        for (std::size_t j = 0; j < c.cols; ++j) {
          if (p.screened[j] == 0) continue;
          ++proven;
          EXPECT_EQ(tight.w[j], 0) << name_of(loss) << ", " << name_of(penalty) << ", C " << p.C << ", column " << j;
        }
      }
      EXPECT_GT(proven, 4 * c.cols) << name_of(loss) << ", " << name_of(penalty);
    }
  }
}

/// With rows that do not count and columns that no row uses.
TEST(Path, ASmoothPathIsProvenWhereItsLastPointsLead) {
  LinearCase c = wide_case();
  c.weight.assign(c.rows, 1);
  for (std::size_t i = 0; i < 20; ++i) c.weight[i] = 0;
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < 20; ++j) c.values[i * c.cols + 3 * j + 2] = 0;
  }
  const Matrix x = c.sparse();
  for (const Bias bias : {Bias::augmented, Bias::free, Bias::none}) {
    LinearOptions o;
    o.loss = LossKind::logistic;
    o.bias = bias;
    o.solver = LinearSolver::trust_newton;
    o.tol = 1e-6;
    const auto costs = cost_grid(0.01, 100, 1e-3);
    const auto path = train_path({x, c.y, c.weight}, o, costs, {}).value();
    std::size_t led = 0;
    for (const PathPoint& p : path) {
      EXPECT_EQ(p.result.status, Status::converged);
      EXPECT_LE(p.result.gap, o.tol * p.result.primal);
      led += p.result.rounds == 0 ? 1 : 0;
      for (std::size_t j = 2; j < c.cols; j += 3) EXPECT_EQ(p.result.w[j], 0);
      o.C = p.C;
      const Design z({x, c.y, c.weight}, o);
      std::vector<double> v(p.result.w);
      if (z.bias()) v.push_back(p.result.b);
      std::vector<double> m(z.n());
      z.margins(v, m);
      EXPECT_NEAR(loss_sum(z, m) + penalty_sum(z, v), p.result.primal, 1e-13 * p.result.primal);
    }
    EXPECT_GT(led, path.size() / 2);
  }
}

TEST(Path, AHaltKeepsThePointsDone) {
  const LinearCase c = wide_case();
  const Matrix x = c.dense();
  LinearOptions o;
  o.penalty = PenaltyKind::l1;
  o.tol = 1e-13;  // takes rounds
  const auto costs = cost_grid(null_model({x, c.y, {}}, o).value().largest_cost, 20, 0.01);
  const auto whole = train_path({x, c.y, {}}, o, costs, {}).value();
  std::size_t at = 0;
  const PathObserver observer{[&at](std::size_t point, const LinearProgress&) { at = point; }, {}, StopToken([&at] {
                                return at < 10 ? Halt::go_on : Halt::timeout;
                              })};
  const auto part = train_path({x, c.y, {}}, o, costs, observer).value();
  ASSERT_EQ(whole.size(), 20U);
  ASSERT_GE(part.size(), 10U);
  ASSERT_LT(part.size(), 20U);
  for (std::size_t k = 0; k < part.size(); ++k) EXPECT_EQ(part[k].result.w, whole[k].result.w);
}

/// Their logarithms may be one double.
TEST(Path, OfNeighbouringCosts) {
  const LinearCase c = wide_case();
  const Matrix x = c.dense();
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.solver = LinearSolver::trust_newton;
  o.tol = 1e-9;
  std::vector<double> costs = {3};
  while (costs.size() < 8) costs.push_back(std::nextafter(costs.back(), 10));
  costs.push_back(3.5);
  for (const PathPoint& p : train_path({x, c.y, {}}, o, costs, {}).value()) {
    EXPECT_EQ(p.result.status, Status::converged) << p.C;
    for (const double w : p.result.w) EXPECT_TRUE(std::isfinite(w));
  }
}

TEST(Path, WithoutAPenaltyThereIsNone) {
  LinearOptions o;
  for (const PenaltyKind kind : {PenaltyKind::none, PenaltyKind::firth}) {
    o.penalty = kind;
    EXPECT_FALSE(check_path_options(o).ok());
  }
}

}  // namespace
}  // namespace halfspace
