// One-class machines and regression by their optimality conditions.
#include "solver/kernel/one_sided.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/kernel/kernel_cases.hpp"

namespace halfspace {
namespace {

double score_of(const KernelFit& fit, const Kernel& k, const test::DenseRows& x, std::size_t i) {
  double s = fit.b;
  for (std::size_t j = 0; j < x.rows; ++j) s += fit.coefficient[j] * test::kernel_value(k, x, i, j);
  return s;
}

RC_GTEST_PROP(OneClass, MultipliersAreFreeOnTheBoundaryAlone, ()) {
  const test::KernelCase c = test::drawn_case();
  Kernel k = test::drawn_kernel();
  k.kind = KernelKind::rbf;
  const double nu = *rc::gen::element(0.1, 0.5, 0.8);
  BoxOptions o;
  o.tol = 1e-14;
  const Matrix x = c.rows.matrix();
  const KernelFit fit = train_one_class(x, k, nu, o);
  double sum = 0;
  for (std::size_t i = 0; i < c.n(); ++i) {
    const double a = fit.coefficient[i];
    const double s = score_of(fit, k, c.rows, i);
    sum += a;
    RC_ASSERT(a >= 0);
    RC_ASSERT(a <= 1);
    if (a < 1) RC_ASSERT(s >= -1e-4);
    if (a > 0) RC_ASSERT(s <= 1e-4);
  }
  RC_ASSERT(std::fabs(sum - nu * static_cast<double>(c.n())) < 1e-9);
}

RC_GTEST_PROP(Regression, ResidualsSayWhereMultipliersStand, ()) {
  const test::KernelCase c = test::drawn_case();
  Kernel k = test::drawn_kernel();
  k.kind = KernelKind::rbf;
  const double C = *rc::gen::element(0.1, 1.0, 10.0);
  constexpr double epsilon = 0.25;
  std::vector<double> z;
  for (std::size_t i = 0; i < c.n(); ++i) z.push_back(std::sin(c.rows.row(i).value[0]) + 0.1 * c.y[i]);
  BoxOptions o;
  o.tol = 1e-14;
  const Matrix x = c.rows.matrix();
  const KernelFit fit = train_regression(x, z, k, C, epsilon, o);
  double sum = 0;
  for (std::size_t i = 0; i < c.n(); ++i) {
    const double a = fit.coefficient[i];
    const double off = z[i] - score_of(fit, k, c.rows, i);
    sum += a;
    RC_ASSERT(std::fabs(a) <= C);
    if (a < C) RC_ASSERT(off <= epsilon + 1e-4);  // else α would rise
    if (a > 0) RC_ASSERT(off >= epsilon - 1e-4);
    if (a > -C) RC_ASSERT(off >= -epsilon - 1e-4);  // else it would fall
    if (a < 0) RC_ASSERT(off <= -epsilon + 1e-4);
  }
  RC_ASSERT(std::fabs(sum) < 1e-9);
}

}  // namespace
}  // namespace halfspace
