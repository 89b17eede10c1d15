// What is proved of a likelihood without a penalty, and columns moved near to 0.
#include <cmath>
#include <variant>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"
#include "solver/linear/primal/likelihood_bound.hpp"

namespace halfspace {
namespace {

/// Σ log(1 + e^-m) in long double.
long double likelihood(const LinearCase& c, const LinearResult& r) {
  long double f = 0;
  for (std::size_t i = 0; i < c.rows; ++i) {
    long double s = r.b;
    for (std::size_t j = 0; j < c.cols; ++j) s += static_cast<long double>(c.at(i, j)) * r.w[j];
    f += std::log1p(std::exp(-c.y[i] * s));
  }
  return f;
}

/// Rows (x, z) of overlapping classes: x = i, z = x + step (-1)^(i / 2), to within doubles.
LinearCase nearly_dependent(double step) {
  LinearCase c;
  c.rows = 16;
  c.cols = 2;
  for (std::size_t i = 0; i < c.rows; ++i) {
    const auto x = static_cast<double>(i);
    c.values.insert(c.values.end(), {x, x + (i / 2 % 2 == 0 ? step : -step)});
    c.y.push_back(i % 3 == 0 ? 1 : -1);
  }
  return c;
}

TEST(Likelihood, NearlyDependentColumnsHaveNoFalseProof) {
  for (const double step : {1e-2, 1e-5, 1e-8, 1e-11, 1e-14}) {
    const LinearCase c = nearly_dependent(step);
    LinearCase same = c;  // x and (z - x) / step span the same columns, and well apart
    for (std::size_t i = 0; i < c.rows; ++i) same.values[2 * i + 1] = (c.at(i, 1) - c.at(i, 0)) / step;
    LinearOptions o;
    o.penalty = PenaltyKind::none;
    o.tol = 1e-12;
    const auto best = train_linear({same.dense(), same.y, {}}, o, {});
    const auto found = train_linear({c.dense(), c.y, {}}, o, {});
    ASSERT_TRUE(best.ok() && found.ok());
    const auto bound = likelihood_bound({c.dense(), c.y, {}}, found.value().w, found.value().b, true);
    const long double above = likelihood(c, found.value()) - likelihood(same, best.value());
    if (!bound || bound->dependent > 0) {
      EXPECT_LT(step, 1e-5);
    } else {
      EXPECT_LE(static_cast<double>(above), bound->gap) << step;
    }
  }
}

RC_GTEST_PROP(Likelihood, TheBoundByCurvatureIsNoneBelowTheTruth, ()) {
  LinearCase c = random_case();
  for (std::size_t i = 0, n = c.rows; i < n; ++i) {  // each row with both labels: overlapping
    for (std::size_t j = 0; j < c.cols; ++j) c.values.push_back(c.at(i, j));
    c.y.push_back(static_cast<std::int8_t>(-c.y[i]));
  }
  c.rows *= 2;
  LinearOptions o;
  o.penalty = PenaltyKind::none;
  o.tol = 1e-12;
  LinearResult r = train_case(c, o);
  const long double best = likelihood(c, r);
  for (double& w : r.w) w += *rc::gen::inRange(-8, 9) / 64.0;
  const auto bound = likelihood_bound({c.dense(), c.y, {}}, r.w, r.b, true);
  if (bound) RC_ASSERT(bound->gap >= static_cast<double>(likelihood(c, r) - best));
}

}  // namespace
}  // namespace halfspace
