// Scores in 113 bits, and multipliers in doubles whose roundings make up for each other.
#include "solver/kernel/settled_rounding.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/kernel/kernel_cases.hpp"
#include "solver/kernel/quad_scores.hpp"
#include "solver/kernel/wide_kernel.hpp"

namespace halfspace {
namespace {

__extension__ using Whole = __int128;

/// Rows of whole numbers, and (u.v + 1)^degree.
test::KernelCase whole_case() {
  test::KernelCase c = test::drawn_case();
  for (double& v : c.rows.value) v = std::nearbyint(10 * v);
  c.weight.clear();
  return c;
}

Kernel whole_kernel() { return {KernelKind::polynomial, 1, *rc::gen::element<std::uint64_t>(2, 3, 4, 5), 1}; }

Whole whole_value(const Kernel& k, const test::DenseRows& x, std::size_t i, std::size_t j) {
  Whole product = 1;
  for (std::size_t c = 0; c < x.cols; ++c) product += Whole(x.row(i).value[c]) * Whole(x.row(j).value[c]);
  Whole out = 1;
  for (std::uint64_t p = 0; p < k.degree; ++p) out *= product;
  return out;
}

RC_GTEST_PROP(QuadScores, AreTheSumsOfWholeNumbers, ()) {
  const test::KernelCase c = whole_case();
  const Kernel k = whole_kernel();
  const Matrix x = c.rows.matrix();
  std::vector<std::uint32_t> sources;
  std::vector<long double> multiplier;
  for (std::uint32_t s = 0; s < c.n(); ++s) {
    sources.push_back(s);
    multiplier.push_back(*rc::gen::inRange(-1000000, 1000001));
  }
  std::vector<long double> f(c.n());
  quad_scores(x, k, 0, sources, multiplier, f, 1, {});
  for (std::size_t t = 0; t < c.n(); ++t) {
    Whole sum = 0;
    for (std::size_t s = 0; s < c.n(); ++s) sum += Whole(multiplier[s]) * whole_value(k, c.rows, s, t);
    RC_ASSERT(f[t] == static_cast<long double>(sum));
  }
}

RC_GTEST_PROP(SettledRounding, StaysInTheBoxAndKeepsTheSum, ()) {
  const test::KernelCase c = whole_case();
  const Kernel kernel = whole_kernel();
  const double C = *rc::gen::element(1e-3, 1.0, 1e4);
  const Matrix x = c.rows.matrix();
  BoxProblem q{x, kernel, 0, c.y, {}, {}, {}, {}};
  q.p.assign(c.n(), -1);
  q.cap.assign(c.n(), C);
  q.equality = Equality::sum;
  BoxOptions options;
  options.tol = 1e-6;
  const BoxSolution s = solve_box(q, options);
  const WideKernel wide(x, kernel, 0);
  const ActiveBoxAnswer answer = settle_box(q, wide, s.alpha, {1e9, 1e7, 1, {}});
  RC_PRE(answer.settled);
  const SettledRounding rounding(q, wide, answer, 1, {});
  for (const long double level : {0x1p-8L, 0x1p-1L, 1.0L}) {
    const std::vector<double> alpha = rounding.alpha(level);
    if (alpha.empty()) continue;
    long double sum = 0;
    long double size = 0;
    for (std::size_t t = 0; t < c.n(); ++t) {
      RC_ASSERT(alpha[t] >= 0);
      RC_ASSERT(alpha[t] <= C);
      if (answer.alpha[t] == 0 || answer.alpha[t] == C) RC_ASSERT(alpha[t] == answer.alpha[t]);
      sum += c.y[t] * static_cast<long double>(alpha[t]);
      size += alpha[t];
    }
    RC_ASSERT(std::fabs(sum) <= std::numeric_limits<double>::epsilon() * size);
  }
}

TEST(SettledRounding, AsksTheToken) {
  const test::KernelCase c = test::on_a_line({-2, -1, 1, 2}, {-1, 1, -1, 1});
  const Matrix x = c.rows.matrix();
  const StopToken stop([] { return Halt::timeout; });
  ASSERT_EQ(stop.ask(), Halt::timeout);
  std::vector<long double> f(4);
  EXPECT_THROW(quad_scores(x, {KernelKind::polynomial, 1, 3, 1}, 0, std::vector<std::uint32_t>{0, 1},
                           std::vector<long double>{1, -1}, f, 1, stop),
               Stopped);
}

}  // namespace
}  // namespace halfspace
