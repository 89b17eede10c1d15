// What ran is what is reported, and a solver that promises no answer soon hands over.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/choose.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

double draw(Rng& rng) { return static_cast<double>(rng.word()) / 4294967296.0 - 0.5; }

/// Rows of `entries` random numbers in d columns, labelled by a random plane, one label in ten turned round: too many
/// columns for a dense system, and slow for dual coordinate descent where the numbers are large.
struct WideCase {
  Matrix x;
  std::vector<std::int8_t> y;

  WideCase(std::size_t rows, std::size_t d, std::size_t entries, double size) {
    Rng rng(1, Stream::start);
    std::vector<double> plane(d);
    for (double& v : plane) v = draw(rng);
    CsrMatrix<double> rows_made;
    rows_made.cols = d;
    rows_made.start.push_back(0);
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<double> row(d);
      for (std::size_t k = 0; k < entries; ++k) row[rng.bounded(d)] = size * draw(rng);
      append_row(rows_made, DenseRow<double>{row.data(), d});
      const bool positive = dot(rows_made.row(i), plane.data()) > 0;
      y.push_back(positive == (rng.bounded(10) > 0) ? 1 : -1);
    }
    x = std::move(rows_made);
  }
};

LinearOptions squared_hinge() {
  LinearOptions o;
  o.loss = LossKind::squared_hinge;
  o.bias = Bias::augmented;
  return o;
}

TEST(HandOver, ASlowStartOfDualDescentIsShortAndTheAnswersSolverIsNamed) {
  const WideCase c(12000, 1300, 40, 0.9);
  LinearOptions o = squared_hinge();
  o.tol = 1e-9;
  const auto r = train_linear({c.x, c.y, {}}, o, {});
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.value().status, Status::converged);
  EXPECT_EQ(r.value().solver, "trust-newton") << r.value().why;
  ASSERT_EQ(r.value().ran.size(), 2U);
  EXPECT_EQ(r.value().ran[0].solver, "dual-cd");
  EXPECT_LE(r.value().ran[0].rounds, 20U);
  EXPECT_EQ(r.value().ran[1].solver, "trust-newton");
  EXPECT_EQ(r.value().rounds, r.value().ran[0].rounds + r.value().ran[1].rounds);
  EXPECT_NE(r.value().why.find("dual-cd"), std::string::npos) << r.value().why;
}

TEST(HandOver, WhereDualDescentIsFastItAnswers) {
  const WideCase c(4000, 1300, 40, 0.5);
  const auto r = train_linear({c.x, c.y, {}}, squared_hinge(), {});
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.value().status, Status::converged);
  EXPECT_EQ(r.value().solver, "dual-cd") << r.value().why;
  EXPECT_TRUE(r.value().ran.empty());
}

TEST(HandOver, FewRowsAreLeftToDualDescentAtAnyC) {
  const WideCase few(1000, 3000, 40, 4);
  const WideCase many(4000, 1300, 40, 4);
  const auto chosen = [](const WideCase& c, LossKind loss, double C) {
    LinearOptions o = squared_hinge();
    o.loss = loss;
    o.C = C;
    o.tol = 1e-8;
    const LinearChoice choice = choose_solver(Design({c.x, c.y, {}}, o), o);
    return choice.before.passes > 0 ? choice.before.solver : choice.solver;
  };
  for (const LossKind loss : {LossKind::squared_hinge, LossKind::logistic}) {
    for (const double C : {1e-3, 1.0, 1e4}) EXPECT_EQ(chosen(few, loss, C), LinearSolver::dual_cd);
    EXPECT_EQ(chosen(many, loss, 1), LinearSolver::trust_newton);
  }
  EXPECT_EQ(chosen(many, LossKind::squared_hinge, 1e-3), LinearSolver::dual_cd);
  EXPECT_EQ(chosen(many, LossKind::logistic, 1e-3), LinearSolver::trust_newton);
}

TEST(HandOver, HingesOfManyRowsSumTheBandOfASystemThatIsDear) {
  const WideCase c(10000, 1000, 400, 1);
  LinearOptions o;
  o.loss = LossKind::hinge;
  const Design z({c.x, c.y, {}}, o);
  EXPECT_FALSE(small_system(z));
  EXPECT_EQ(choose_solver(z, o).solver, LinearSolver::augmented_lagrangian);
  EXPECT_EQ(choose_solver(z, o).before.passes, 0U);
}

/// Rows of numbers around a mean, each column with a scale of its own.
WideCase scaled_case(std::size_t rows, std::size_t d, double mean, double widest) {
  WideCase c(1, d, 0, 0);
  Rng rng(2, Stream::start);
  DenseMatrix<double> x;
  x.rows = rows;
  x.cols = d;
  c.y.clear();
  for (std::size_t i = 0; i < rows; ++i) {
    double score = 0;
    for (std::size_t j = 0; j < d; ++j) {
      const double v = draw(rng);
      score += j % 2 == 0 ? v : -v;
      x.value.push_back((v + mean) * std::pow(widest, static_cast<double>(j) / static_cast<double>(d)));
    }
    c.y.push_back(score > 0 ? 1 : -1);
  }
  c.x = std::move(x);
  return c;
}

TEST(HandOver, FewRowsFarFromTheOriginComeToTheirOptimumWithoutABias) {
  const WideCase c = scaled_case(40, 1220, 100, 1);
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge}) {
    LinearOptions o;
    o.loss = loss;
    o.bias = Bias::none;
    const auto r = train_linear({c.x, c.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, Status::converged) << r.value().why;
    EXPECT_EQ(r.value().ran.at(0).solver, "dual-cd");
  }
}

/// Conjugate gradients see no end where the scales of columns are far apart, a system does.
TEST(HandOver, ColumnsOfWideScales) {
  const WideCase c = scaled_case(1500, 760, 1, 1e4);
  for (const LossKind loss : {LossKind::logistic, LossKind::squared_hinge}) {
    LinearOptions o;
    o.loss = loss;
    const auto r = train_linear({c.x, c.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, Status::converged) << r.value().why;
    EXPECT_EQ(r.value().solver, "newton") << r.value().why;
    EXPECT_EQ(r.value().ran.at(0).solver, "trust-newton");
    EXPECT_LT(r.value().rounds, 1100U);
    const WideCase even = scaled_case(6500, 920, 1, 1);
    const auto fast = train_linear({even.x, even.y, {}}, o, {});
    ASSERT_TRUE(fast.ok());
    EXPECT_EQ(fast.value().solver, "trust-newton") << fast.value().why;
  }
}

TEST(HandOver, CheapPassesTakeNoRoundsFromOneThatHasFew) {
  const WideCase c(4000, 1000, 10, 1);
  for (const LossKind loss : {LossKind::hinge, LossKind::logistic}) {
    LinearOptions o;
    o.loss = loss;
    o.bias = Bias::none;
    const Design z({c.x, c.y, {}}, o);
    EXPECT_GT(choose_solver(z, o).before.passes, 0U);
    o.max_rounds = 20;
    EXPECT_EQ(choose_solver(z, o).before.passes, 0U);
  }
}

RC_GTEST_PROP(HandOver, TheSolverAskedForIsTheOneReported, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  o.solver = *rc::gen::element(LinearSolver::automatic, LinearSolver::newton, LinearSolver::trust_newton,
                               LinearSolver::dual_cd, LinearSolver::interior_point, LinearSolver::sgd);
  o.max_rounds = *rc::gen::element(std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3});
  const auto r = train_linear({c.dense(), c.y, {}}, o, {});
  if (!r.ok()) return;  // a solver that does not know the loss
  const auto& ran = r.value().ran;
  const auto rounds_of = [](std::uint64_t sum, const SolverStretch& s) { return sum + s.rounds; };
  if (!ran.empty()) RC_ASSERT(r.value().rounds == std::accumulate(ran.begin(), ran.end(), std::uint64_t{0}, rounds_of));
  const auto is_answer = [&](const SolverStretch& s) { return s.solver == r.value().solver; };
  RC_ASSERT(ran.empty() || std::any_of(ran.begin(), ran.end(), is_answer));
  if (o.solver != LinearSolver::automatic && ran.empty()) RC_ASSERT(r.value().solver == name_of(o.solver));
}

}  // namespace
}  // namespace halfspace
