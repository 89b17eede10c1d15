// The model by columns has the minimum of the one by its matrix, and many columns come to a proven optimum by it.
#include "solver/linear/primal/wide_model.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/linear_cases.hpp"
#include "solver/linear/primal/kinked_parabola.hpp"

namespace halfspace {
namespace {

/// q(u) = g.u + 1/2 u.(Z_A'DZ_A + l2) u + Σ l1 |v + u|
struct Model {
  const Design& z;
  std::vector<std::size_t> A;
  std::vector<double> D, v, g;
  std::vector<Penalty> penalty;

  double value(const std::vector<double>& u) const {
    std::vector<double> row(z.dims());
    double q = 0;
    for (std::size_t i = 0; i < z.n(); ++i) {
      z.write_row(i, row);
      double t = 0;
      for (std::size_t a = 0; a < A.size(); ++a) t += row[A[a]] * u[a];
      q += D[i] * t * t / 2;
    }
    for (std::size_t a = 0; a < A.size(); ++a)
      q += g[a] * u[a] + penalty[a].l2 * u[a] * u[a] / 2 + penalty[a].l1 * std::fabs(v[a] + u[a]);
    return q;
  }
};

RC_GTEST_PROP(WideModel, HasTheMinimumOfTheMatrix, ()) {
  const LinearCase c = random_case();
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.bias = *rc::gen::element(Bias::free, Bias::augmented, Bias::none);
  const Matrix x = *rc::gen::element(false, true) ? c.dense() : c.sparse();
  const Design z({x, c.y, c.weight}, o);
  Model m{z, {}, std::vector<double>(z.n()), {}, {}, {}};
  for (double& d : m.D) d = *rc::gen::inRange(0, 9) / 8.0;
  const bool pulled = *rc::gen::element(true, false);  // else columns without curvature have their damping alone
  const double damping = pulled ? 0 : 0.25;
  for (std::size_t j = 0; j < z.dims(); ++j) {
    if (*rc::gen::inRange(0, 4) == 0) continue;
    m.A.push_back(j);
    m.v.push_back(*rc::gen::inRange(-2, 3));
    m.g.push_back(*rc::gen::inRange(-9, 10) / 4.0);
    m.penalty.push_back({*rc::gen::element(0.5, 1.0), pulled ? *rc::gen::element(0.25, 1.0) : 0.0});
  }
  HeldColumns held(z);
  held.add(m.A);
  held.follow(m.D, 0);
  KinkedParabola by_matrix({});
  by_matrix.set(held, m.v, m.g, m.penalty);
  const std::vector<double> expected = by_matrix.minimum(damping, {1e-12, 0});
  RC_PRE(std::all_of(expected.begin(), expected.end(), [](double u) { return std::fabs(u) < 1e6; }));
  WideModel wide(z);
  wide.hold(m.A);
  wide.set(m.D, m.v, m.g, m.penalty);
  const std::vector<double> u = wide.minimum(damping, {1e-12, 0});
  RC_ASSERT(std::fabs(m.value(u) - m.value(expected)) <= 1e-9 * (1 + std::fabs(m.value(expected))));
  std::vector<double> dm(z.n());
  std::vector<double> same(z.n());
  wide.margins(dm);
  held.margins(u, same);
  for (std::size_t i = 0; i < z.n(); ++i) RC_ASSERT(std::fabs(dm[i] - same[i]) <= 1e-9 * (1 + std::fabs(same[i])));
  for (std::size_t a = 0; a < m.A.size() && pulled; ++a)  // else the matrix has its damping in it
    RC_ASSERT(std::fabs(wide.gradient()[a] - by_matrix.gradient()[a]) <= 1e-6 * (1 + std::fabs(wide.gradient()[a])));
}

TEST(WideModel, ManyWeightsAreProven) {
  Rng rng(7, Stream::start);
  CsrMatrix<double> x;
  x.rows = 200;
  x.cols = 4000;
  x.start.push_back(0);
  std::vector<std::int8_t> y;
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = rng.bounded(90); j < x.cols; j += 1 + rng.bounded(90)) {
      x.column.push_back(static_cast<std::uint32_t>(j));
      x.value.push_back(static_cast<double>(1 + rng.bounded(9)));
    }
    x.start.push_back(x.column.size());
    y.push_back(rng.bounded(2) == 0 ? 1 : -1);
  }
  const Matrix rows = std::move(x);
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.penalty = PenaltyKind::elastic_net;
  o.l1_ratio = 0.01;
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    o.bias = bias;
    for (const double tol : {1e-3, 1e-8}) {
      o.tol = tol;
      const auto result = train_linear({rows, y, {}}, o, {});
      ASSERT_TRUE(result.ok());
      const LinearResult& r = result.value();
      EXPECT_EQ(r.status, Status::converged);
      EXPECT_LE(r.gap, tol * r.primal);
      EXPECT_GT(std::count_if(r.w.begin(), r.w.end(), [](double w) { return w != 0; }), 2000);
    }
  }
}

}  // namespace
}  // namespace halfspace
