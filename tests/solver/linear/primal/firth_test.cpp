// Firth's penalty against its closed forms, its gradient and a search that knows nothing of it.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "solver/dense_rows.hpp"
#include "solver/linear/linear.hpp"
#include "solver/linear/primal/information.hpp"

namespace halfspace {
namespace {

struct Table {
  test::DenseRows x;
  std::vector<std::int8_t> y;
};

/// `count` rows (x, y).
void add(Table& t, double x, int y, int count) {
  for (int k = 0; k < count; ++k) {
    t.x.value.push_back(x);
    t.y.push_back(static_cast<std::int8_t>(y));
    ++t.x.rows;
  }
  t.x.cols = 1;
}

struct Fit {
  Status status;
  double w;
  double b;
  double penalized;
};

Fit fit(const Table& t, const std::vector<double>& weight = {}) {
  LinearOptions o;
  o.penalty = PenaltyKind::firth;
  o.tol = 1e-14;
  const LinearResult r = train_linear({t.x.matrix(), t.y, weight}, o, {}).value();
  return {r.status, r.w[0], r.b, -r.primal};
}

/// l + 1/2 log det I by its definition, for one column and a bias.
double penalised_likelihood(const Table& t, double w, double b) {
  double l = 0;
  double i00 = 0;
  double i01 = 0;
  double i11 = 0;
  for (std::size_t i = 0; i < t.y.size(); ++i) {
    const double x = t.x.value[i];
    const double p = 1 / (1 + std::exp(-(w * x + b)));
    l += std::log(t.y[i] > 0 ? p : 1 - p);
    i00 += p * (1 - p);
    i01 += p * (1 - p) * x;
    i11 += p * (1 - p) * x * x;
  }
  return l + std::log(i00 * i11 - i01 * i01) / 2;
}

// Jeffreys' prior of a saturated model adds 1/2 to every cell of a 2 x 2 table (Haldane 1956; Anscombe 1956), here with
// an empty cell, where the likelihood has no maximum: log odds ratio (a + 1/2)(d + 1/2)/((b + 1/2)(c + 1/2)).
TEST(Firth, TwoByTwoTableAddsHalfToEveryCell) {
  for (const int d : {0, 3}) {
    Table t;
    add(t, 0, -1, 7);
    add(t, 0, 1, 2);
    add(t, 1, -1, d);
    add(t, 1, 1, 5);
    const Fit r = fit(t);
    EXPECT_EQ(r.status, Status::converged);
    EXPECT_NEAR(r.b, std::log(2.5 / 7.5), 1e-9);
    EXPECT_NEAR(r.w, std::log(5.5 / (d + 0.5)) - std::log(2.5 / 7.5), 1e-9);
    EXPECT_NEAR(r.penalized, penalised_likelihood(t, r.w, r.b), 1e-10);
  }
}

TEST(Firth, SeparatedRowsHaveTheMaximumThatASearchFinds) {
  Table t;
  for (const double x : {1.0, 2.0, 2.5, 3.0}) add(t, x, -1, 1);
  for (const double x : {4.0, 5.0, 7.0}) add(t, x, 1, 1);
  const Fit r = fit(t);
  double w = 0;
  double b = 0;
  for (double step = 4; step > 1e-9; step /= 2) {  // compass search along the axes and the diagonals of (w, b)
    for (bool moved = true; moved;) {
      moved = false;
      for (const auto& [dw, db] :
           {std::pair{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}, {1.0, -3.5}, {-1.0, 3.5}}) {
        if (penalised_likelihood(t, w + step * dw, b + step * db) <= penalised_likelihood(t, w, b)) continue;
        w += step * dw;
        b += step * db;
        moved = true;
      }
    }
  }
  EXPECT_NEAR(r.w, w, 1e-5);
  EXPECT_NEAR(r.b, b, 1e-5);
  EXPECT_GE(r.penalized, penalised_likelihood(t, w, b) - 1e-12);
}

TEST(Firth, WeightTwoIsTheRowTwice) {
  Table once;
  Table twice;
  std::vector<double> weight;
  for (int k = 0; k < 8; ++k) {
    const int y = k < 4 || k == 6 ? -1 : 1;
    add(once, k, y, 1);
    add(twice, k, y, k == 2 ? 2 : 1);
    weight.push_back(k == 2 ? 2 : 1);
  }
  EXPECT_NEAR(fit(once, weight).w, fit(twice).w, 1e-9);
  EXPECT_NEAR(fit(once, weight).b, fit(twice).b, 1e-9);
}

TEST(Firth, UnitsDoNotMatter) {
  Table t;
  for (const double x : {1.0, 2.0, 2.5, 6.0}) add(t, x, -1, 1);
  for (const double x : {4.0, 5.0, 7.0}) add(t, x, 1, 1);
  const Fit r = fit(t);
  for (double& v : t.x.value) v *= 1e9;
  EXPECT_NEAR(fit(t).w * 1e9, r.w, 1e-8);
}

TEST(Information, VariancesAreTheDiagonalOfTheInverse) {
  const Matrix x = test::DenseRows{{1, 2, 4}, 3, 1}.matrix();
  const std::vector<double> weight = {0.5, 0.25, 1};
  const double i00 = 0.5 + 0.25 * 4 + 16;
  const double i01 = 0.5 + 0.5 + 4;
  const double i11 = 1.75;
  const double det = i00 * i11 - i01 * i01;
  const DenseDesign design(x, true);
  EXPECT_NEAR(Information(design, weight).variances()[0], i11 / det, 1e-14);
  EXPECT_NEAR(Information(design, weight).variances()[1], i00 / det, 1e-14);
}

}  // namespace
}  // namespace halfspace
