// Which rows are support vectors, by exact arithmetic: with the rows that SMO leaves free and bounded, the optimality
// conditions are linear equations in α and b with whole coefficients. Their exact solution must satisfy every
// inequality exactly, which makes it the optimum, and SMO's α must be it.
#include <cmath>
#include <optional>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/kernel/kernel_cases.hpp"

namespace halfspace {
namespace {

using Fraction = mpq_class;

/// x with A x = r, by elimination; nothing where A is singular.
std::optional<std::vector<Fraction>> solved(std::vector<std::vector<Fraction>> a, std::vector<Fraction> r) {
  const std::size_t n = r.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t p = c;
    while (p < n && a[p][c] == 0) ++p;
    if (p == n) return std::nullopt;
    std::swap(a[p], a[c]);
    std::swap(r[p], r[c]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == c || a[i][c] == 0) continue;
      const Fraction factor = a[i][c] / a[c][c];
      for (std::size_t j = c; j < n; ++j) a[i][j] -= factor * a[c][j];
      r[i] -= factor * r[c];
    }
  }
  for (std::size_t c = 0; c < n; ++c) r[c] /= a[c][c];
  return r;
}

RC_GTEST_PROP(KernelSvm, SupportVectorsSatisfyTheConditionsInFractions, ()) {
  test::KernelCase c;
  const auto n = static_cast<std::size_t>(*rc::gen::inRange(3, 12));
  c.rows.rows = n;
  c.rows.cols = 2;
  for (std::size_t k = 0; k < 2 * n; ++k) c.rows.value.push_back(*rc::gen::inRange(-4, 5));
  for (std::size_t i = 0; i < n; ++i) c.y.push_back(i < 2 ? (i == 0 ? 1 : -1) : *rc::gen::element<std::int8_t>(-1, 1));
  const Kernel k{KernelKind::polynomial, 1, static_cast<std::uint64_t>(*rc::gen::inRange(1, 3)), 1};
  const int C = *rc::gen::element(1, 16);  // over 64
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.bias = Bias::free;
  o.C = C / 64.0;
  o.tol = 1e-12;
  const Matrix x = c.rows.matrix();
  const auto run = train_kernel_svm({x, c.y, {}}, o, test::options_of(k), 1, {});
  RC_ASSERT(run.ok());
  const std::vector<double>& alpha = run.value().alpha;
  const Fraction cap(C, 64);
  const auto q = [&](std::size_t i, std::size_t j) { return Fraction(test::kernel_value(k, c.rows, i, j)); };
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < n; ++i) {
    if (alpha[i] > 1e-9 && alpha[i] < o.C - 1e-9) free.push_back(i);
  }
  RC_PRE(!free.empty());
  const std::size_t m = free.size();
  std::vector<std::vector<Fraction>> a(m + 1, std::vector<Fraction>(m + 1));
  std::vector<Fraction> r(m + 1);
  for (std::size_t s = 0; s < m; ++s) {
    const std::size_t i = free[s];
    for (std::size_t t = 0; t < m; ++t) a[s][t] = c.y[free[t]] * q(i, free[t]);
    a[s][m] = 1;
    r[s] = c.y[i];
    a[m][s] = c.y[i];
  }
  for (std::size_t j = 0; j < n; ++j) {
    if (alpha[j] < o.C - 1e-9) continue;
    for (std::size_t s = 0; s < m; ++s) r[s] -= cap * c.y[j] * q(free[s], j);
    r[m] -= cap * c.y[j];
  }
  const auto exact = solved(a, r);
  RC_PRE(exact.has_value());
  std::vector<Fraction> best(n);
  for (std::size_t i = 0; i < n; ++i) best[i] = alpha[i] >= o.C - 1e-9 ? cap : Fraction(0);
  for (std::size_t s = 0; s < m; ++s) best[free[s]] = (*exact)[s];
  for (std::size_t i = 0; i < n; ++i) {
    Fraction f = (*exact)[m];
    for (std::size_t j = 0; j < n; ++j) f += best[j] * c.y[j] * q(i, j);
    const Fraction margin = c.y[i] * f;
    RC_ASSERT(best[i] >= 0);
    RC_ASSERT(best[i] <= cap);
    if (best[i] < cap) RC_ASSERT(margin >= 1);
    if (best[i] > 0) RC_ASSERT(margin <= 1);
    RC_ASSERT(std::fabs(best[i].get_d() - alpha[i]) <= 1e-5);  // the root of tol, as the objective is flat there
  }
}

}  // namespace
}  // namespace halfspace
