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
  const bool kinked = *rc::gen::element(true, false);  // many rows beyond a kink have no curvature
  for (double& d : m.D) d = kinked && *rc::gen::element(true, false) ? 0 : *rc::gen::inRange(0, 9) / 8.0;
  const bool pulled = *rc::gen::element(true, false);  // else columns without curvature have their damping alone
  const double damping = pulled ? 0 : 0.25;
  for (std::size_t j = 0; j < z.dims(); ++j) {
    if (*rc::gen::inRange(0, 4) == 0) continue;
    m.A.push_back(j);
    m.v.push_back(*rc::gen::inRange(-2, 3));
    m.g.push_back(*rc::gen::inRange(-9, 10) / 4.0);
    m.penalty.push_back({*rc::gen::element(0.5, 1.0), pulled ? *rc::gen::element(0.25, 1.0) : 0.0});
    if (o.bias == Bias::free && j == z.features()) m.penalty.back() = {0, 0};
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

/// 200 rows of about 90 entries among so many columns.
struct RandomRows {
  Matrix x;
  std::vector<std::int8_t> y;

  explicit RandomRows(std::size_t cols) {
    Rng rng(7, Stream::start);
    CsrMatrix<double> m;
    m.rows = 200;
    m.cols = cols;
    m.start.push_back(0);
    const std::size_t step = cols / 45;
    for (std::size_t i = 0; i < m.rows; ++i) {
      for (std::size_t j = rng.bounded(step); j < m.cols; j += 1 + rng.bounded(step)) {
        m.column.push_back(static_cast<std::uint32_t>(j));
        m.value.push_back(static_cast<double>(1 + rng.bounded(9)));
      }
      m.start.push_back(m.column.size());
      y.push_back(rng.bounded(2) == 0 ? 1 : -1);
    }
    x = std::move(m);
  }
};

TEST(WideModel, ManyWeightsAreProven) {
  const RandomRows data(4000);
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.penalty = PenaltyKind::elastic_net;
  o.l1_ratio = 0.01;
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    o.bias = bias;
    for (const double tol : {1e-3, 1e-8}) {
      o.tol = tol;
      const auto result = train_linear({data.x, data.y, {}}, o, {});
      ASSERT_TRUE(result.ok());
      const LinearResult& r = result.value();
      EXPECT_EQ(r.status, Status::converged);
      EXPECT_LE(r.gap, tol * r.primal);
      EXPECT_GT(std::count_if(r.w.begin(), r.w.end(), [](double w) { return w != 0; }), 2000);
    }
  }
}

/// Sets of columns that double take dozens of steps there, on matrices of thousands of columns.
TEST(WideModel, WhereFarMoreColumnsAskToComeInAllDoAtOnce) {
  const RandomRows data(20000);
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.penalty = PenaltyKind::l1;
  o.bias = Bias::none;
  o.C = 10;
  for (const double tol : {1e-3, 1e-8}) {
    o.tol = tol;
    const auto result = train_linear({data.x, data.y, {}}, o, {});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().status, Status::converged);
    EXPECT_LE(result.value().gap, tol * result.value().primal);
    EXPECT_LT(result.value().rounds, 20U);
  }
}

/// Each row is in one column of each group, so that the sum of a group's columns is the bias; and columns that are a few
/// directions and a little noise.
TEST(WideModel, ColumnsThatSpanTheBiasOrResembleOneAnother) {
  constexpr std::size_t rows = 400;
  constexpr std::size_t cols = 1200;
  Rng rng(3, Stream::start);
  CsrMatrix<double> groups;
  CsrMatrix<double> alike;
  groups.rows = alike.rows = rows;
  groups.cols = alike.cols = cols;
  groups.start.push_back(0);
  alike.start.push_back(0);
  const auto unit = [&] { return static_cast<double>(rng.bounded(1000)) / 1000; };
  std::vector<std::int8_t> y;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t from = 0; from < cols; from += 100) {
      groups.column.push_back(static_cast<std::uint32_t>(from + rng.bounded(100)));
      groups.value.push_back(1);
    }
    const double direction[] = {unit() - 0.5, unit() - 0.5, unit() - 0.5};
    for (std::size_t j = 0; j < cols; ++j) {
      alike.column.push_back(static_cast<std::uint32_t>(j));
      alike.value.push_back(5 + direction[j % 3] + direction[j % 2] * static_cast<double>(j % 7) + unit() / 16);
    }
    groups.start.push_back(groups.column.size());
    alike.start.push_back(alike.column.size());
    y.push_back(direction[0] + unit() / 4 > 0.125 ? 1 : -1);
  }
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.penalty = PenaltyKind::l1;
  o.C = 10;
  o.tol = 1e-8;
  const Matrix all[] = {std::move(groups), std::move(alike)};
  for (const Matrix& x : all) {
    const auto result = train_linear({x, y, {}}, o, {});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().status, Status::converged);
    EXPECT_LE(result.value().gap, o.tol * result.value().primal);
    EXPECT_LT(result.value().rounds, 40U);
  }
}

/// Curvatures are a millionth and less of the most that rows can have there.
TEST(WideModel, FewRowsAtAHugeC) {
  for (const std::size_t cols : {200U, 1500U}) {
    Rng rng(9, Stream::start);
    DenseMatrix<double> m;
    m.rows = 60;
    m.cols = cols;
    std::vector<std::int8_t> y;
    for (std::size_t i = 0; i < m.rows; ++i) {
      for (std::size_t j = 0; j < cols; ++j)
        m.value.push_back((static_cast<double>(rng.bounded(2001)) / 1000 - 1) * (j % 2 == 0 ? 1 : 1000));
      y.push_back(rng.bounded(2) == 0 ? 1 : -1);
    }
    const Matrix x = std::move(m);
    LinearOptions o;
    o.loss = LossKind::logistic;
    o.penalty = PenaltyKind::l1;
    for (const double C : {1.0, 1e8}) {
      o.C = C;
      const auto result = train_linear({x, y, {}}, o, {});
      ASSERT_TRUE(result.ok());
      EXPECT_EQ(result.value().status, Status::converged) << cols << " columns, C " << C;
    }
  }
}

/// Rows of margins in the hundreds have next to no curvature: from there a step without end was the model's minimum.
TEST(WideModel, ARunComesBackFromHugeMargins) {
  for (const std::size_t cols : {450U, 20000U}) {
    RandomRows data(cols);
    LinearStart start;
    for (std::size_t j = 0; j < cols; ++j) start.w.push_back(j % 3 == 0 ? 6 : -3);
    const auto& rows = std::get<CsrMatrix<double>>(data.x);
    for (std::size_t i = 0; i < rows.rows; ++i) data.y[i] = dot(rows.row(i), start.w.data()) > 0 ? 1 : -1;
    LinearOptions o;
    o.loss = LossKind::logistic;
    o.penalty = PenaltyKind::l1;
    o.bias = Bias::none;
    o.C = 1000;
    o.tol = 1e-6;
    const auto result = train_linear({data.x, data.y, {}}, o, {}, &start);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().status, Status::converged) << cols;
    EXPECT_LE(result.value().gap, o.tol * result.value().primal);
    start.w.assign(cols, -1e4);  // worse than w = 0, where the run begins then
    const auto again = train_linear({data.x, data.y, {}}, o, {}, &start);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again.value().status, Status::converged) << cols;
  }
}

}  // namespace
}  // namespace halfspace
