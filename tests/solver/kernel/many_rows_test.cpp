// Machines of more rows than pairs of multipliers are good for: those of the linear kernel come from solvers with
// weights, and large C asks for scores whose rounding is known row by row.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "solver/kernel/box_of.hpp"
#include "solver/kernel/box_scores.hpp"
#include "solver/kernel/kernel_svm.hpp"

namespace halfspace {
namespace {

struct Rows {
  Matrix x;
  std::vector<std::int8_t> y;
};

/// Sums of twelve draws, about normal; a fifth of the labels are chance.
Rows noisy_rows(std::size_t n, std::size_t d) {
  Rng rng(7, Stream::start);
  DenseMatrix<double> m;
  m.rows = n;
  m.cols = d;
  Rows out;
  for (std::size_t i = 0; i < n; ++i) {
    double side = 0;
    for (std::size_t j = 0; j < d; ++j) {
      double v = -6;
      for (int k = 0; k < 12; ++k) v += std::ldexp(rng.word(), -32);
      m.value.push_back(v);
      side += v;
    }
    const bool chance = rng.bounded(5) == 0;
    out.y.push_back((chance ? rng.bounded(2) == 0 : side > 0) ? 1 : -1);
  }
  out.x = std::move(m);
  return out;
}

LinearOptions machine(LossKind loss, Bias bias, double C) {
  LinearOptions o;
  o.loss = loss;
  o.bias = bias;
  o.C = C;
  o.tol = 1e-5;
  return o;
}

KernelChoices kernel_of(KernelKind kind, double gamma = 0) {
  KernelChoices k;
  k.kernel = kind;
  k.gamma = gamma;
  return k;
}

class LinearKernel : public testing::TestWithParam<std::tuple<LossKind, Bias, double>> {};

/// w = Σ α_i y_i x_i and the bias reported: the primal objective is the one reported, α is in its box, and the gap holds.
TEST_P(LinearKernel, WeightsOfTheMultipliersHaveTheObjectiveReported) {
  const auto [loss, bias, C] = GetParam();
  const Rows rows = noisy_rows(800, 5);
  const LinearOptions o = machine(loss, bias, C);
  const auto run = train_kernel_svm({rows.x, rows.y, {}}, o, kernel_of(KernelKind::linear), 1, {});
  ASSERT_TRUE(run.ok());
  const LinearResult& r = run.value();
  EXPECT_EQ(r.status, Status::converged) << r.stop_reason;
  EXPECT_TRUE(r.solver != "smo" || r.why.find("rounds with weights") != std::string::npos) << r.why;
  const auto& x = std::get<DenseMatrix<double>>(rows.x);
  std::vector<long double> w(x.cols);
  long double balance = 0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    EXPECT_GE(r.alpha[i], 0);
    EXPECT_LE(r.alpha[i], loss == LossKind::hinge ? C : INFINITY);
    balance += rows.y[i] * static_cast<long double>(r.alpha[i]);
    for (std::size_t j = 0; j < x.cols; ++j)
      w[j] += static_cast<long double>(r.alpha[i]) * rows.y[i] * x.value[i * x.cols + j];
  }
  EXPECT_NEAR(static_cast<double>(bias == Bias::free ? balance : 0), 0, 1e-12 * C);
  long double primal = bias == Bias::augmented ? static_cast<long double>(r.b) * r.b / 2 : 0;
  for (const long double v : w) primal += v * v / 2;
  for (std::size_t i = 0; i < x.rows; ++i) {
    long double s = r.b;
    for (std::size_t j = 0; j < x.cols; ++j) s += w[j] * x.value[i * x.cols + j];
    const long double xi = std::max(0.0L, 1 - rows.y[i] * s);
    primal += C * (loss == LossKind::hinge ? xi : xi * xi);
  }
  EXPECT_LE(static_cast<double>(primal), r.primal * (1 + 1e-12));
  const auto other = train_linear({rows.x, rows.y, {}}, o, {});
  ASSERT_TRUE(other.ok());
  EXPECT_LE(r.dual, other.value().primal);
  EXPECT_LE(other.value().dual, r.primal);
}

INSTANTIATE_TEST_SUITE_P(Machines, LinearKernel,
                         testing::Combine(testing::Values(LossKind::hinge, LossKind::squared_hinge),
                                          testing::Values(Bias::free, Bias::augmented, Bias::none),
                                          testing::Values(0.01, 1.0, 1e4)));

TEST(LinearKernelChoice, PairsOfMultipliersTakeTheirTurnWhenChosen) {
  const Rows rows = noisy_rows(800, 5);
  LinearOptions o = machine(LossKind::hinge, Bias::free, 1);
  o.solver = LinearSolver::smo;
  const auto run = train_kernel_svm({rows.x, rows.y, {}}, o, kernel_of(KernelKind::linear), 1, {});
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run.value().solver, "smo");
  EXPECT_TRUE(run.value().ran.empty());
}

/// However early it ends, what is reported of the bias and the gap belongs together.
TEST(LinearKernelChoice, AnEndedRunKeepsItsBiasAndGap) {
  Rows rows = noisy_rows(3000, 20);
  auto& x = std::get<DenseMatrix<double>>(rows.x);
  for (std::size_t i = 0; i < x.rows; ++i) x.value.data()[i * x.cols] += 3;  // the bias is not 0
  const LinearOptions o = machine(LossKind::hinge, Bias::free, 100);
  for (const int looks : {1, 4, 16, 64}) {
    LinearObserver observer;
    observer.stop =
        StopToken({}, [left = looks](std::uint64_t) mutable { return left-- > 0 ? Halt::go_on : Halt::interrupt; });
    const auto run = train_kernel_svm({rows.x, rows.y, {}}, o, kernel_of(KernelKind::linear), 1, observer);
    ASSERT_TRUE(run.ok());
    const LinearResult& r = run.value();
    ASSERT_TRUE(std::isfinite(r.gap)) << looks << ": " << r.stop_reason;
    EXPECT_TRUE(r.status == Status::interrupted || r.status == Status::converged);
    long double primal = 0;
    std::vector<double> w(x.cols);
    for (std::size_t i = 0; i < x.rows; ++i) axpy(r.alpha[i] * rows.y[i], x.row(i), w.data());
    for (const double v : w) primal += static_cast<long double>(v) * v / 2;
    for (std::size_t i = 0; i < x.rows; ++i)
      primal += o.C * std::max(0.0, 1 - rows.y[i] * (dot(x.row(i), w.data()) + r.b));
    EXPECT_NEAR(static_cast<double>(primal), r.primal, 1e-9 * r.primal) << looks;
  }
}

/// Rows of whole numbers and multipliers k 2^-60 C have scores that are whole numbers of 2^-60 C. The second half of the
/// rows is the first with the other label and nearly its multipliers: scores all but cancel. Large multipliers take turns
/// with small ones, whose differences are no doubles.
TEST(LinearKernelScores, AreWithinTheErrorReportedHoweverOftenMultipliersChange) {
  __extension__ using Wide = __int128;
  constexpr std::size_t half = 350;
  constexpr std::size_t cols = 5;
  Rng rng(3, Stream::start);
  DenseMatrix<double> m{Buffer<double>(2 * half * cols), 2 * half, cols};
  std::vector<std::int8_t> y(2 * half);
  for (std::size_t i = 0; i < half; ++i) {
    y[i] = 1;
    y[half + i] = -1;
    for (std::size_t j = 0; j < cols; ++j)
      m.value.data()[i * cols + j] = m.value.data()[(half + i) * cols + j] = static_cast<double>(1 + rng.bounded(100));
  }
  const Matrix x = std::move(m);
  const auto& rows = std::get<DenseMatrix<double>>(x);
  for (const double C : {1.0, 0x1p20}) {
    const auto q = box_of({x, y, {}}, machine(LossKind::hinge, Bias::free, C), kernel_of(KernelKind::linear));
    ASSERT_TRUE(q.ok());
    BoxScores scores(q.value());
    std::vector<std::uint64_t> k(2 * half);
    std::vector<double> alpha(2 * half);
    for (int change = 0; change < 4; ++change) {
      const unsigned finer = change % 2 == 0 ? 0 : 7;
      const std::uint64_t common = rng.bounded(std::uint64_t{1} << 53U);
      for (std::size_t i = 0; i < half; ++i) {
        k[i] = common << finer;
        k[half + i] = (common ^ static_cast<std::uint64_t>(change + 1)) << finer;
      }
      std::array<Wide, cols> w{};
      for (std::size_t i = 0; i < 2 * half; ++i) {
        alpha[i] = C * std::ldexp(static_cast<double>(k[i]), -60);
        for (std::size_t j = 0; j < cols; ++j)
          w[j] += static_cast<Wide>(k[i]) * y[i] * static_cast<int>(rows.row(i).value[j]);
      }
      ASSERT_TRUE(scores.follow(alpha, 1, {}));
      BoxSolution out;
      scores.judge(out);
      for (std::size_t i = 0; i < 2 * half; ++i) {
        Wide exact = 0;
        for (std::size_t j = 0; j < cols; ++j) exact += w[j] * static_cast<int>(rows.row(i).value[j]);
        const long double score = static_cast<long double>(exact) * std::ldexp(static_cast<long double>(C), -60);
        EXPECT_LE(std::fabs(static_cast<double>(score - scores.f()[i])), out.error) << C << ' ' << change << ' ' << i;
      }
    }
  }
}

TEST(PolynomialKernel, OfFewColumnsHasTheOptimumOfPairsOfMultipliers) {
  const Rows rows = noisy_rows(600, 3);
  KernelChoices k = kernel_of(KernelKind::polynomial, 0.5);
  k.degree = 3;
  for (const double c : {0.0, 1.0}) {
    k.coef0 = c;
    LinearOptions o = machine(LossKind::hinge, Bias::free, 10);
    const auto mine = train_kernel_svm({rows.x, rows.y, {}}, o, k, 1, {});
    o.solver = LinearSolver::smo;
    const auto pairs = train_kernel_svm({rows.x, rows.y, {}}, o, k, 1, {});
    ASSERT_TRUE(mine.ok() && pairs.ok());
    EXPECT_EQ(mine.value().status, Status::converged);
    EXPECT_EQ(pairs.value().status, Status::converged);
    EXPECT_NE(mine.value().rounds, pairs.value().rounds);
    EXPECT_LE(mine.value().dual, pairs.value().primal);
    EXPECT_LE(pairs.value().dual, mine.value().primal);
  }
}

/// k(x_i, x_j) of rows far apart is all but 0: α = (1 + y b) with b = (n_- - n_+)/n, and the optimum is Σ α / 2.
TEST(LargeC, RowsFarApartAreProven) {
  for (const std::size_t n : {600U, 3200U}) {
    const Rows rows = noisy_rows(n, 20);
    const auto run = train_kernel_svm({rows.x, rows.y, {}}, machine(LossKind::hinge, Bias::free, 1e6),
                                      kernel_of(KernelKind::rbf, 3), 1, {});
    ASSERT_TRUE(run.ok());
    const LinearResult& r = run.value();
    EXPECT_EQ(r.status, Status::converged) << r.stop_reason;
    double positive = 0;
    for (const std::int8_t y : rows.y) positive += y > 0 ? 1 : 0;
    const double optimum = 2 * positive * (static_cast<double>(n) - positive) / static_cast<double>(n);
    EXPECT_LE(r.dual, optimum * (1 + 1e-9));
    EXPECT_GE(r.primal, optimum * (1 - 1e-9));
    EXPECT_LE(r.gap, 1e-5 * r.primal);
  }
}

}  // namespace
}  // namespace halfspace
