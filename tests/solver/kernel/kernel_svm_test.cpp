// Kernel machines beside a second solver, identities, and what must not matter.
#include "solver/kernel/kernel_svm.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "solver/kernel/kernel_cases.hpp"

namespace halfspace {
namespace {

using test::drawn_case;
using test::drawn_kernel;
using test::KernelCase;
using test::options_of;

LinearOptions svm_options(double C, double tol) {
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.bias = Bias::free;
  o.C = C;
  o.tol = tol;
  return o;
}

LinearResult kernel_run(const KernelCase& c, const LinearOptions& o, const KernelChoices& k, unsigned threads = 1) {
  const Matrix x = c.rows.matrix();
  const auto r = train_kernel_svm({x, c.y, c.weight}, o, k, threads, {});
  RC_ASSERT(r.ok());
  return r.value();
}

/// The same problem on the rows of L, L L' = K: the linear solvers share no line with SMO.
RC_GTEST_PROP(KernelSvm, OptimumIsThatOfLinearSolversOnKernelFeatures, ()) {
  const KernelCase c = drawn_case();
  const Kernel k = drawn_kernel();
  LinearOptions o = svm_options(*rc::gen::element(0.01, 1.0, 100.0), 1e-7);
  o.bias = *rc::gen::element(Bias::free, Bias::augmented, Bias::none);
  o.loss = *rc::gen::element(LossKind::hinge, LossKind::squared_hinge);
  const LinearResult mine = kernel_run(c, o, options_of(k));
  RC_ASSERT(mine.status == Status::converged);
  RC_ASSERT(mine.has_dual);
  RC_ASSERT(mine.gap <= o.tol * mine.primal);
  const Matrix features = test::kernel_features(k, c.rows, 1e-11).matrix();
  const auto theirs = train_linear({features, c.y, c.weight}, o, {});
  RC_ASSERT(theirs.ok());
  RC_ASSERT(theirs.value().has_dual);
  const double size = 1e-6 * (1 + mine.primal);  // what 1e-11 on the diagonal of K can do at C = 100
  RC_ASSERT(mine.dual <= theirs.value().primal + size);
  RC_ASSERT(theirs.value().dual <= mine.primal + size);
}

RC_GTEST_PROP(KernelSvm, WeakDualityHoldsForTheTextbookFormulas, ()) {
  const KernelCase c = drawn_case();
  const Kernel k = drawn_kernel();
  const LinearOptions o = svm_options(*rc::gen::element(0.1, 1.0, 10.0), 1e-8);
  const LinearResult r = kernel_run(c, o, options_of(k));
  double square = 0;
  double sum = 0;
  double balance = 0;
  double loss = 0;
  for (std::size_t i = 0; i < c.n(); ++i) {
    double f = r.b;
    for (std::size_t j = 0; j < c.n(); ++j) {
      const double v = test::kernel_value(k, c.rows, i, j);
      square += r.alpha[i] * r.alpha[j] * c.y[i] * c.y[j] * v;
      f += r.alpha[j] * c.y[j] * v;
    }
    const double C = o.C * (c.weight.empty() ? 1 : c.weight[i]);
    RC_ASSERT(r.alpha[i] >= 0);
    RC_ASSERT(r.alpha[i] <= C);
    sum += r.alpha[i];
    balance += c.y[i] * r.alpha[i];
    loss += C * std::max(0.0, 1 - c.y[i] * f);
  }
  const double size = 1e-9 * (1 + r.primal);
  RC_ASSERT(std::fabs(balance) <= size);
  RC_ASSERT(std::fabs(r.dual - (sum - square / 2)) <= size);
  RC_ASSERT(square / 2 + loss <= r.primal + size);  // the gap is never below the true one
}

RC_GTEST_PROP(KernelSvm, SameBitsForAnyThreads, ()) {
  const KernelCase c = drawn_case();
  const Kernel k = drawn_kernel();
  const LinearOptions o = svm_options(10, 1e-6);
  const LinearResult one = kernel_run(c, o, options_of(k), 1);
  const LinearResult two = kernel_run(c, o, options_of(k), 4);
  RC_ASSERT(one.alpha == two.alpha);
  RC_ASSERT(one.b == two.b);
}

/// Schölkopf et al. 2000, propositions 5 and 6.
RC_GTEST_PROP(KernelSvm, NuBoundsMarginErrorsAndSupportVectorsAndIsSomeC, ()) {
  KernelCase c = drawn_case();
  c.weight.clear();
  const Kernel k = drawn_kernel();
  const auto positives = static_cast<double>(std::count(c.y.begin(), c.y.end(), 1));
  const auto n = static_cast<double>(c.n());
  KernelChoices nu = options_of(k);
  nu.nu = *rc::gen::element(0.2, 0.5, 0.9) * 2 * std::min(positives, n - positives) / n;
  const LinearResult r = kernel_run(c, svm_options(1, 1e-9), nu);
  RC_PRE(r.rho > 1e-6);
  RC_ASSERT(static_cast<double>(r.support_vectors) >= nu.nu * n - 1e-6);
  RC_ASSERT(static_cast<double>(r.bounded_support_vectors) <= nu.nu * n + 1e-6);
  const double C = 1 / (r.rho * n);
  const LinearResult same = kernel_run(c, svm_options(C, 1e-9), options_of(k));
  double sum = 0;
  double square = 0;  // of the machine of nu, as an answer to C
  for (std::size_t i = 0; i < c.n(); ++i) sum += r.alpha[i];
  square = r.squared_length;
  RC_ASSERT(std::fabs(sum - square / 2 - same.dual) <= 1e-5 * (1 + same.dual));
}

TEST(KernelSvm, TwoPointsByHand) {
  // x = -1 and 1, k(u, v) = (u v + 1)^2: K = (4 0; 0 4), α = 1/4 each, dual 1/4, w.Φ = x, b = 0
  const KernelCase c = test::on_a_line({-1, 1}, {-1, 1});
  KernelChoices k;
  k.kernel = KernelKind::polynomial;
  k.gamma = 1;
  k.degree = 2;
  k.coef0 = 1;
  const Matrix x = c.rows.matrix();
  const auto r = train_kernel_svm({x, c.y, {}}, svm_options(std::numeric_limits<double>::infinity(), 1e-12), k, 1, {});
  ASSERT_TRUE(r.ok());
  EXPECT_DOUBLE_EQ(r.value().alpha[0], 0.25);
  EXPECT_DOUBLE_EQ(r.value().alpha[1], 0.25);
  EXPECT_DOUBLE_EQ(r.value().dual, 0.25);
  EXPECT_DOUBLE_EQ(r.value().b, 0);
}

/// Distances do not change with the origin; computed from |x|^2 + |u|^2 - 2 x.u they would lose most of their digits.
TEST(KernelSvm, RbfFarFromTheOriginIsThatOfTheSameRowsNearIt) {
  Rng rng(4, Stream::start);
  DenseMatrix<double> near;
  DenseMatrix<double> far;
  near.rows = far.rows = 200;
  near.cols = far.cols = 10;
  std::vector<std::int8_t> y;
  for (std::size_t i = 0; i < near.rows; ++i) {
    for (std::size_t j = 0; j < near.cols; ++j) {
      near.value.push_back(static_cast<double>(rng.bounded(1025)) / 1024 - 0.5);
      far.value.push_back(near.value[near.value.size() - 1] + 4096);  // not rounded
    }
    y.push_back(rng.bounded(2) == 0 ? 1 : -1);
  }
  KernelChoices k;
  k.kernel = KernelKind::rbf;
  k.gamma = 0.5;
  std::vector<double> dual;
  const Matrix both[] = {std::move(near), std::move(far)};
  for (const Matrix& x : both) {
    const auto r = train_kernel_svm({x, y, {}}, svm_options(1e4, 1e-8), k, 1, {});
    ASSERT_TRUE(r.ok());
    EXPECT_EQ(r.value().status, Status::converged) << r.value().stop_reason;
    dual.push_back(r.value().dual);
  }
  EXPECT_NEAR(dual[0], dual[1], 2e-8 * dual[0]);
}

TEST(KernelSvm, SigmoidIsNoInnerProductAndEnds) {
  const KernelCase c = test::on_a_line({1, 2, 3, 4, -1, -2, 0.5, 7}, {1, -1, 1, -1, 1, -1, -1, 1});
  KernelChoices k;
  k.kernel = KernelKind::sigmoid;
  k.gamma = 2;
  k.coef0 = -1;
  const Matrix x = c.rows.matrix();
  const auto r = train_kernel_svm({x, c.y, {}}, svm_options(100, 1e-6), k, 1, {});
  ASSERT_TRUE(r.ok());
  EXPECT_FALSE(r.value().has_dual);
  EXPECT_NE(r.value().stop_reason.find("inner product"), std::string::npos);
}

TEST(KernelSvm, EqualRowsOfBothClassesHaveNoHardMargin) {
  const KernelCase c = test::on_a_line({1, 2, 1}, {1, 1, -1});
  KernelChoices k;
  k.kernel = KernelKind::rbf;
  k.gamma = 1;
  const Matrix x = c.rows.matrix();
  const auto r = train_kernel_svm({x, c.y, {}}, svm_options(std::numeric_limits<double>::infinity(), 1e-6), k, 1, {});
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error().where, "row 2");
  EXPECT_NE(r.error().message.find("equals row 0"), std::string::npos);
}

}  // namespace
}  // namespace halfspace
