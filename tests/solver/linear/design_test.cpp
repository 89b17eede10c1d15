// The rows of a linear problem behind its products: equal ones merged, those of weight 0 left out.
#include "solver/linear/design.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

/// Every row of a random case three times, in turn, some of weight 0.
LinearCase repeated_case() {
  const LinearCase once = random_case();
  LinearCase c = once;
  c.values.clear();
  c.y.clear();
  c.rows = 3 * once.rows;
  for (std::size_t i = 0; i < c.rows; ++i) {
    const std::size_t from = i % once.rows;
    for (std::size_t j = 0; j < c.cols; ++j) c.values.push_back(once.at(from, j));
    c.y.push_back(once.y[from]);
    c.weight.push_back(i < once.rows ? 1 : *rc::gen::inRange(0, 3));
  }
  return c;
}

RC_GTEST_PROP(Design, ScoresAreThoseOfAllRows, ()) {
  const LinearCase c = repeated_case();
  LinearOptions o = random_choice();
  const Matrix x = *rc::gen::arbitrary<bool>() ? c.dense() : c.sparse();
  const Design z({x, c.y, c.weight}, o);
  RC_ASSERT(3 * z.n() <= c.rows);
  std::vector<double> v;
  for (std::size_t j = 0; j < z.dims(); ++j) v.push_back(*rc::gen::inRange(-9, 10) / 4.0);
  std::vector<double> m(z.n());
  z.margins(v, m);
  const std::vector<double> s = z.scores(v, m);
  RC_ASSERT(s.size() == c.rows);
  for (std::size_t i = 0; i < c.rows; ++i) {
    double exact = z.bias() ? v.back() : 0;
    for (std::size_t j = 0; j < c.cols; ++j) exact += c.at(i, j) * v[j];
    RC_ASSERT(s[i] == exact);  // sums of sixteenths have no rounding
  }
}

RC_GTEST_PROP(Design, MergedRowsHaveTheSumsOfTheirParts, ()) {
  const LinearCase c = repeated_case();
  const LinearOptions o = random_choice();
  const Matrix x = c.sparse();
  const Design z({x, c.y, c.weight}, o);
  std::vector<double> a(z.n());
  for (double& v : a) v = *rc::gen::inRange(0, 9);
  std::vector<double> sum(z.dims());
  z.combine(a, sum);
  std::vector<double> exact(z.dims());
  std::vector<double> shares(z.n());
  z.for_each_part([&](std::size_t row, std::size_t i, double share) {
    shares[i] += share;
    RC_ASSERT(c.y[row] == z.sign(i));
    for (std::size_t j = 0; j < c.cols; ++j) exact[j] += share * a[i] * c.y[row] * c.at(row, j);
    if (z.bias()) exact.back() += share * a[i] * c.y[row];
  });
  for (const double s : shares) RC_ASSERT(std::fabs(s - 1) < 1e-15);
  for (std::size_t j = 0; j < exact.size(); ++j) RC_ASSERT(std::fabs(sum[j] - exact[j]) <= 1e-9);
}

}  // namespace
}  // namespace halfspace
