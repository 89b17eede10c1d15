// Firth's penalty against its closed forms, its gradient and a search that knows nothing of it.

#include <cmath>
#include <string>
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

/// Three columns of whole numbers and five rows: h_i is nearly 1, so that the penalty has as much curvature as the
/// likelihood, and steps along I^-1 U go to and fro.
TEST(Firth, ANearlySaturatedTableIsAtItsMaximum) {
  const test::DenseRows x{{3, 2, 0, 4, 2, 5, 2, 3, 1, 3, 0, 4, 0, 4, 4}, 5, 3};
  const std::vector<std::int8_t> y = {1, -1, 1, -1, 1};
  LinearOptions o;
  o.penalty = PenaltyKind::firth;
  const Matrix m = x.matrix();
  const LinearResult r = train_linear({m, y, {}}, o, {}).value();
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LE(r.rounds, 40U);
  EXPECT_NEAR(r.w[0], -0.2648484701207707, 1e-10);  // the root of the score in 30 digits
  EXPECT_NEAR(r.w[1], 0.3734129113527205, 1e-10);
  EXPECT_NEAR(r.w[2], -0.4584346861958146, 1e-10);
  EXPECT_NEAR(r.b, 1.5093296530698444, 1e-10);
}

TEST(Firth, ToleranceIsOfTheLoss) {
  Table t;
  for (const double x : {1.0, 2.0, 2.5, 6.0}) add(t, x, -1, 1);
  for (const double x : {4.0, 5.0, 7.0}) add(t, x, 1, 1);
  LinearOptions o;
  o.penalty = PenaltyKind::firth;
  const Matrix x = t.x.matrix();
  o.tol = 1e-300;  // no rounding is that small
  const LinearResult never = train_linear({x, t.y, {}}, o, {}).value();
  EXPECT_EQ(never.status, Status::not_converged);
  EXPECT_NE(never.stop_reason.find("raise --tol"), std::string::npos) << never.stop_reason;
  EXPECT_LT(never.gap, 1e-20);
  o.max_rounds = 2;
  o.tol = 0.5;
  EXPECT_EQ(train_linear({x, t.y, {}}, o, {}).value().status, Status::converged);
  o.tol = 1e-10;
  EXPECT_EQ(train_linear({x, t.y, {}}, o, {}).value().status, Status::rounds);
}

// Powers of t + c are those of t times a matrix of determinant 1, so that the maximum and its weight of the highest power
// are the same.
TEST(Firth, PowersOfAYearHaveTheDeterminantOfThoseOfItsDifferences) {
  const std::vector<double> t = {1, 2, 2.5, 3, 4, 4.5, 5, 6, 7, 7.5, 8, 9};
  const std::vector<std::int8_t> y = {1, -1, -1, 1, -1, 1, 1, -1, 1, 1, 1, -1};
  const auto fit_from = [&](double from) {
    test::DenseRows x;
    x.cols = 3;
    for (const double v : t) {
      const double year = v + from;
      for (const double power : {year, year * year, year * year * year}) x.value.push_back(power);
      ++x.rows;
    }
    LinearOptions o;
    o.penalty = PenaltyKind::firth;
    const Matrix m = x.matrix();
    return train_linear({m, y, {}}, o, {}).value();
  };
  const LinearResult near_zero = fit_from(-5);
  const LinearResult years = fit_from(1995);
  EXPECT_EQ(years.status, Status::converged);
  EXPECT_NEAR(years.primal, near_zero.primal, 1e-5);
  EXPECT_NEAR(years.w[2], near_zero.w[2], 1e-5 * std::fabs(near_zero.w[2]));
}

double errors_of(const std::vector<double>& x, const std::vector<double>& weight, std::size_t j) {
  DenseDesign design(test::DenseRows{x, x.size(), 1}.matrix(), true);
  design.centre(weight);
  return Information(design, weight).errors()[j];
}

// One column and a bias: var w = 1 / Σ W (x - mean)^2, var b = 1 / Σ W + mean^2 var w, mean by W.
TEST(Information, StandardErrorsOfAFarColumn) {
  const std::vector<double> weight = {0.5, 0.25, 1};
  const double total = 1.75;
  const double mean = (0.5 + 0.5 + 4) / total;
  const double variance =
      1 / (0.5 * (1 - mean) * (1 - mean) + 0.25 * (2 - mean) * (2 - mean) + (4 - mean) * (4 - mean));
  for (const double far : {0.0, 3e5, 1e6, 1e9, 1e12}) {
    const std::vector<double> x = {far + 1, far + 2, far + 4};
    EXPECT_NEAR(errors_of(x, weight, 1), std::sqrt(variance), 1e-14) << far;
    const double bias = std::sqrt(1 / total + (far + mean) * (far + mean) * variance);
    EXPECT_NEAR(errors_of(x, weight, 0), bias, 1e-14 * bias) << far;
  }
}

TEST(Information, StandardErrorsAreInTheUnitsOfTheirColumn) {
  const std::vector<double> weight = {0.5, 0.25, 1};
  const double error = errors_of({1, 2, 4}, weight, 1);
  for (const double unit : {0x1p-1000, 0x1p1000})
    EXPECT_DOUBLE_EQ(errors_of({1 * unit, 2 * unit, 4 * unit}, weight, 1), error / unit);
}

TEST(Information, ACombinationIsOneToTheRoundingOfItsNumbers) {
  test::DenseRows x;
  x.cols = 2;
  const std::vector<double> weight(6, 0.25);
  for (int k = 0; k < 6; ++k) {
    const double v = 1e6 + 0.1 * k * k;
    x.value.push_back(v);
    x.value.push_back(3 * v + 0.1);  // rounded, 1e-10 beside a spread of 3
    ++x.rows;
  }
  DenseDesign design(x.matrix(), true);
  design.centre(weight);
  EXPECT_EQ(dependent_columns(design), std::vector<std::size_t>{2});
  EXPECT_EQ(Information(design, weight).dependent(), std::vector<std::size_t>{2});
}

}  // namespace
}  // namespace halfspace
