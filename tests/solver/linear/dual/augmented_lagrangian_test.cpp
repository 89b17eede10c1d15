// The method of multipliers of the hinge beside the interior point, and the identities its steps rest on.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "base/stop.hpp"
#include "solver/linear/dual/augmented_state.hpp"
#include "solver/linear/dual/dual_start.hpp"
#include "solver/linear/linear_cases.hpp"
#include "solver/linear/moved_gram.hpp"
#include "solver/linear/proof.hpp"

namespace halfspace {
namespace {

/// A case with rows of zeros, equal rows, a constant column, one column twice, and weights.
LinearCase awkward_case() {
  LinearCase c = random_case();
  const auto some = [](int of) { return *rc::gen::inRange(0, of) == 0; };
  if (some(3)) {
    for (std::size_t j = 0; j < c.cols; ++j) c.values[j] = 0;
  }
  if (some(3)) {
    for (std::size_t i = 0; i < c.rows; ++i) c.values[i * c.cols] = 1;
  }
  if (c.cols > 2 && some(3)) {
    for (std::size_t i = 0; i < c.rows; ++i) c.values[i * c.cols + 1] = c.values[i * c.cols + 2];
  }
  for (std::size_t i = 2; i < c.rows / 2 && some(2); ++i) {
    std::copy_n(c.values.begin(), c.cols, c.values.begin() + static_cast<std::ptrdiff_t>(i * c.cols));
  }
  if (some(3)) {
    for (std::size_t i = 0; i < c.rows; ++i) c.weight.push_back(*rc::gen::element(0.25, 1.0, 7.0));
  }
  return c;
}

LinearOptions hinge_choice() {
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.bias = *rc::gen::element(Bias::augmented, Bias::free, Bias::none);
  o.C = *rc::gen::element(1e-8, 1e-4, 0.01, 0.5, 1.0, 100.0, 1e4, 1e8);
  o.tol = *rc::gen::element(1e-3, 1e-4, 1e-6, 1e-9);
  o.solver = LinearSolver::augmented_lagrangian;
  return o;
}

RC_GTEST_PROP(AugmentedLagrangian, AgreesWithTheInteriorPointToTheProvenGaps, ()) {
  const LinearCase c = awkward_case();
  LinearOptions o = hinge_choice();
  const LinearResult r = train_case(c, o);
  RC_TAG(r.solver);
  o.solver = LinearSolver::interior_point;
  const LinearResult other = train_case(c, o);
  RC_LOG() << summary(r, o) << "; " << summary(other, o);
  RC_ASSERT(r.status == Status::converged || other.status != Status::converged);
  RC_ASSERT(r.dual <= other.primal);
  RC_ASSERT(other.dual <= r.primal);
}

RC_GTEST_PROP(AugmentedLagrangian, ItsMultipliersAreInTheBoxAndItsGapIsThatOfTheProof, ()) {
  const LinearCase c = awkward_case();
  const LinearOptions o = hinge_choice();
  const LinearResult r = train_case(c, o);
  const Matrix x = c.dense();
  double balance = 0;
  double size = 0;
  double loss = 0;
  for (std::size_t i = 0; i < c.rows; ++i) {
    const double C = o.C * (c.weight.empty() ? 1 : c.weight[i]);
    RC_ASSERT(r.alpha[i] >= 0);
    RC_ASSERT(r.alpha[i] <= C * (1 + 1e-15));
    balance += c.y[i] * r.alpha[i];
    size += r.alpha[i];
    double s = r.b;
    for (std::size_t j = 0; j < c.cols; ++j) s += r.w[j] * c.at(i, j);
    loss += C * std::max(0.0, 1 - c.y[i] * s);
  }
  if (o.bias == Bias::free) RC_ASSERT(std::fabs(balance) <= 1e-12 * size);
  const double squares = std::inner_product(r.w.begin(), r.w.end(), r.w.begin(), 0.0);
  const double primal = loss + (squares + (o.bias == Bias::augmented ? r.b * r.b : 0)) / 2;
  RC_ASSERT(std::fabs(primal - r.primal) <= 1e-12 * (r.primal + o.C * static_cast<double>(c.rows)));
}

RC_GTEST_PROP(AugmentedLagrangian, ARunThatIsCutShortIsProvenAllTheSame, ()) {
  const LinearCase c = awkward_case();
  LinearOptions o = hinge_choice();
  const LinearResult best = train_case(c, o);
  o.max_rounds = *rc::gen::inRange<std::uint64_t>(1, 8);
  const LinearResult r = train_case(c, o);
  RC_ASSERT(r.rounds <= o.max_rounds);
  RC_ASSERT(r.status == Status::converged || r.status == Status::rounds || r.status == best.status);
  RC_ASSERT(r.dual <= best.primal);
  RC_ASSERT(best.dual <= r.primal);
}

/// D(α) = Σ α_i - 1/2 |Z'α|^2, all columns penalised.
double dual_value(const Design& z, const std::vector<double>& alpha) {
  std::vector<double> q(z.dims());
  z.combine(alpha, q);
  return std::accumulate(alpha.begin(), alpha.end(), 0.0) - std::inner_product(q.begin(), q.end(), q.begin(), 0.0) / 2;
}

/// C = 1 and every column penalised.
LinearOptions plain_choice() {
  LinearOptions o = hinge_choice();
  o.C = 1;
  o.bias = *rc::gen::element(Bias::augmented, Bias::none);
  return o;
}

RC_GTEST_PROP(AugmentedLagrangian, EachStepKnowsItsGap, ()) {
  const LinearCase c = awkward_case();
  const LinearOptions o = plain_choice();
  const Matrix x = c.dense();
  const Design z({x, c.y, c.weight}, o);
  AugmentedState state(z, start_from_passes(z, 1, 2), 1);
  for (int step = 0; step < 6; ++step) {
    state.find_dual();
    const double gap = state.objective() - dual_value(z, state.alpha());
    RC_ASSERT(state.shares() >= -1e-12 * state.objective());
    RC_ASSERT(std::fabs(gap - state.shares() - state.rest()) <= 1e-9 * (1 + state.objective() + gap));
    if (step % 2 == 1) state.update_multipliers(2);
    state.newton_step(StopToken());
  }
}

RC_GTEST_PROP(AugmentedLagrangian, TheMultipliersRaiseTheDualObjective, ()) {  // a proximal step: Rockafellar 1976
  const LinearCase c = awkward_case();
  const LinearOptions o = plain_choice();
  const Matrix x = c.dense();
  const Design z({x, c.y, c.weight}, o);
  const DualStart start = start_from_passes(z, 1, 1);
  const double before = dual_value(z, start.alpha);
  AugmentedState state(z, start, 1);
  for (int step = 0; step < 60; ++step) {
    state.find_dual();
    if (state.rest() <= 1e-20 || !state.newton_step(StopToken())) break;
  }
  RC_ASSERT(dual_value(z, state.alpha()) >= before - 1e-9 * (1 + std::fabs(before)));
}

RC_GTEST_PROP(MovedGram, FollowsTheCoefficients, ()) {
  const LinearCase c = awkward_case();
  const LinearOptions o = hinge_choice();
  const Matrix x = *rc::gen::element(true, false) ? c.dense() : c.sparse();
  const Design z({x, c.y, c.weight}, o);
  const std::size_t d = z.dims();
  std::vector<std::size_t> all(d);
  std::iota(all.begin(), all.end(), std::size_t{0});
  MovedGram band(z);
  for (int move = 0; move < 8; ++move) {
    std::vector<double> weight(z.n());
    for (std::size_t i = 0; i < z.n(); ++i) weight[i] = *rc::gen::inRange(0, 3) == 1 ? z.cost()[i] : 0;
    band.move_to(weight);
    std::vector<double> G(d * d);
    z.gram(weight, all, G);
    const double largest = *std::max_element(z.cost().begin(), z.cost().end());
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = 0; b <= a; ++b)
        RC_ASSERT(std::fabs(band.lower()[a * d + b] - G[a * d + b]) <= 1e-9 * largest);
    }
  }
}

/// Rows of small whole numbers, a tenth of the labels turned round.
struct ManyRows {
  Matrix x;
  std::vector<std::int8_t> y;

  ManyRows(std::size_t rows, std::size_t cols) {
    Rng rng(3, Stream::start);
    DenseMatrix<double> made;
    made.rows = rows;
    made.cols = cols;
    for (std::size_t i = 0; i < rows; ++i) {
      double sum = -0.5;
      for (std::size_t j = 0; j < cols; ++j) {
        const auto v = static_cast<double>(rng.bounded(5)) - 2;
        made.value.push_back(v);
        sum += j % 2 == 0 ? v : -v;
      }
      y.push_back((sum > 0) == (rng.bounded(10) > 0) ? 1 : -1);
    }
    x = std::move(made);
  }
};

TEST(AugmentedLagrangian, IsWhatAutoTakesForManyRowsOfFewColumns) {
  const ManyRows many(4000, 12);
  LinearOptions o;
  o.loss = LossKind::hinge;
  for (const double tol : {1e-3, 1e-4, 1e-6, 1e-9}) {
    o.tol = tol;
    const auto r = train_linear({many.x, many.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, Status::converged) << r.value().stop_reason;
    EXPECT_EQ(r.value().solver, "augmented-lagrangian") << r.value().why;
    EXPECT_LE(r.value().gap, tol * r.value().primal);
  }
}

TEST(AugmentedLagrangian, AStopEndsItWithAProof) {
  const ManyRows many(4000, 12);
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.solver = LinearSolver::augmented_lagrangian;
  o.tol = 1e-9;
  int asked = 0;
  LinearObserver observer;
  observer.stop = StopToken([&asked] { return ++asked > 4 ? Halt::interrupt : Halt::go_on; });
  const auto r = train_linear({many.x, many.y, {}}, o, observer);
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.value().status, Status::interrupted);
  EXPECT_TRUE(r.value().has_dual);
  EXPECT_TRUE(std::isfinite(r.value().gap));
}

}  // namespace
}  // namespace halfspace
