// Columns far from 0 are moved without a change to the objective, and those of wide rows to where iterative solvers end.
#include "solver/linear/shift.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "halfspace/train.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

RC_GTEST_PROP(Shift, MovedValuesAreTheOldOnesExactly, ()) {
  LinearCase c = random_case();
  const double far = *rc::gen::element(4096.0, 1e9, 1.7e12);
  for (double& v : c.values) v += far;
  const auto moved = shifted_columns(c.dense());
  if (!moved) return;
  const auto& x = std::get<DenseMatrix<double>>(moved->x);
  for (std::size_t k = 0; k < c.values.size(); ++k) RC_ASSERT(x.value[k] + moved->by[k % c.cols] == c.values[k]);
}

/// 60 rows of so many columns, sums of twelve draws around `mean`, labelled by a random plane.
struct OffCentre : LinearCase {
  std::vector<double> label;

  OffCentre(std::size_t d, double mean) {
    rows = 60;
    cols = d;
    Rng rng(11, Stream::start);
    std::vector<double> plane(cols);
    for (double& w : plane) w = normal(rng);
    for (std::size_t i = 0; i < rows; ++i) {
      double side = 3 * normal(rng);
      for (const double w : plane) {
        const double v = normal(rng);
        values.push_back(v + mean);
        side += w * v;
      }
      label.push_back(side > 0 ? 1 : -1);
    }
  }

 private:
  static double normal(Rng& rng) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(rng.word()) / 4294967296.0;
    return sum;
  }
};

TEST(Shift, WideColumnsMoveByAMeanThatIsLargeBesideTheirSpread) {
  const auto moved = shifted_columns(OffCentre(1300, 10).dense(), true);
  ASSERT_TRUE(moved);
  EXPECT_TRUE(moved->exact);  // multiples of 2^-32, next to their means
  EXPECT_FALSE(shifted_columns(OffCentre(1300, 1.5).dense(), true)->exact);
  const auto& x = std::get<DenseMatrix<double>>(moved->x);
  for (std::size_t j = 0; j < x.cols; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < x.rows; ++i) sum += x.row(i).value[j];
    EXPECT_NEAR(sum, 0, 1e-9);
    EXPECT_NEAR(moved->by[j], 10, 1);
  }
  EXPECT_FALSE(shifted_columns(OffCentre(1300, 0).dense(), true));
  EXPECT_FALSE(shifted_columns(OffCentre(1300, 10).dense(), false));
}

TEST(Shift, MeansMoveColumnsOfSystemsThatAreNotSolvedAlone) {
  LinearOptions o;
  const Matrix wide = OffCentre(1300, 10).dense();
  EXPECT_TRUE(moves_by_mean(wide, o, 0));
  EXPECT_TRUE(moves_by_mean(wide, o, 60 * 1300 * 8));
  EXPECT_FALSE(moves_by_mean(wide, o, 60 * 1300 * 8 - 8));  // no room for a copy
  EXPECT_FALSE(moves_by_mean(OffCentre(100, 10).dense(), o, 0));
  o.C = INFINITY;
  EXPECT_FALSE(moves_by_mean(wide, o, 0));
}

TEST(Shift, EntriesThatAreNotStoredMoveAsZeros) {
  DenseMatrix<double> all;
  CsrMatrix<double> stored;
  all.rows = stored.rows = 40;
  all.cols = stored.cols = 10;
  stored.start.push_back(0);
  Rng rng(3, Stream::start);
  for (std::size_t i = 0; i < all.rows; ++i) {
    for (std::size_t j = 0; j < all.cols; ++j) {
      const double v = rng.bounded(5) == 0 ? 0 : 8 + static_cast<double>(rng.bounded(4));
      all.value.push_back(v);
      if (v == 0 && rng.bounded(2) == 0) continue;  // the others stand there as zeros
      stored.column.push_back(static_cast<std::uint32_t>(j));
      stored.value.push_back(v);
    }
    stored.start.push_back(stored.value.size());
  }
  const auto of_all = shifted_columns(Matrix(std::move(all)), true);
  const auto of_stored = shifted_columns(Matrix(std::move(stored)), true);
  ASSERT_TRUE(of_all && of_stored);
  EXPECT_EQ(of_all->by, of_stored->by);
  const auto& a = std::get<DenseMatrix<double>>(of_all->x).value;
  const auto& b = std::get<DenseMatrix<double>>(of_stored->x).value;
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

TEST(Shift, WideRowsFarFromZeroHaveTheOptimumOfTheSameNear) {
  const OffCentre near(1300, 0);
  const OffCentre far(1300, 64);
  for (const std::string loss : {"hinge", "squared-hinge", "logistic"}) {
    Options options = {{"algorithm", loss == "logistic" ? "logistic" : "svm"}, {"tol", "1e-6"}};
    if (loss != "logistic") options.emplace_back("loss", loss);
    for (const std::string penalty : {"l2", "l1"}) {
      if (penalty == "l1" && loss == "hinge") continue;
      Options both = options;
      both.emplace_back("penalty", penalty);
      const auto a = train({near.values, 60, 1300}, near.label, both);
      const auto b = train({far.values, 60, 1300}, far.label, both);
      ASSERT_TRUE(a.ok() && b.ok());
      EXPECT_EQ(a.value().status, "converged") << loss << ' ' << penalty;
      EXPECT_EQ(b.value().status, "converged") << loss << ' ' << penalty << ": " << b.value().stop_reason;
      EXPECT_NEAR(*a.value().objective, *b.value().objective, 3e-6 * *a.value().objective);
    }
  }
}

TEST(Shift, TheDualOfWideRowsIsThatOfTheRowsAsTheyWere) {
  const OffCentre far(1300, 1.5);
  const auto run = train({far.values, 60, 1300}, far.label, Options{{"algorithm", "svm"}, {"tol", "1e-9"}});
  ASSERT_TRUE(run.ok());
  ASSERT_EQ(run.value().status, "converged");
  std::vector<long double> q(far.cols);  // Σ α_i y_i x_i
  long double dual = 0;
  long double balance = 0;
  for (const SupportRow& s : run.value().runs[0].support) {
    const auto i = static_cast<std::size_t>(s.row);
    dual += s.alpha;
    balance += s.alpha * static_cast<long double>(far.label[i]);
    for (std::size_t j = 0; j < far.cols; ++j) q[j] += s.alpha * static_cast<long double>(far.label[i]) * far.at(i, j);
  }
  for (const long double w : q) dual -= w * w / 2;
  EXPECT_NEAR(static_cast<double>(balance), 0, 1e-12);
  EXPECT_NEAR(static_cast<double>(dual), *run.value().runs[0].dual, 1e-8 * *run.value().objective);
  EXPECT_LE(*run.value().gap, 1e-9 * *run.value().objective);
}

}  // namespace
}  // namespace halfspace
