// Columns far from 0 are moved without a change to the objective, and those of wide rows to where iterative solvers end.
#include "solver/linear/shift.hpp"

#include <cmath>
#include <string>
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
struct OffCentre {
  static constexpr std::size_t rows = 60;
  std::size_t cols;
  std::vector<double> x;
  std::vector<double> y;

  OffCentre(std::size_t d, double mean) : cols(d) {
    Rng rng(11, Stream::start);
    std::vector<double> plane(cols);
    for (double& w : plane) w = normal(rng);
    for (std::size_t i = 0; i < rows; ++i) {
      double side = 3 * normal(rng);
      for (const double w : plane) {
        const double v = normal(rng);
        x.push_back(v + mean);
        side += w * v;
      }
      y.push_back(side > 0 ? 1 : -1);
    }
  }

  Matrix dense() const {
    DenseMatrix<double> m;
    m.rows = rows;
    m.cols = cols;
    for (const double v : x) m.value.push_back(v);
    return m;
  }

 private:
  static double normal(Rng& rng) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(rng.word()) / 4294967296.0;
    return sum;
  }
};

TEST(Shift, WideColumnsMoveByAMeanThatIsLargeBesideTheirSpread) {
  const auto moved = shifted_columns(OffCentre(1300, 10).dense());
  ASSERT_TRUE(moved);
  const auto& x = std::get<DenseMatrix<double>>(moved->x);
  for (std::size_t j = 0; j < x.cols; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < x.rows; ++i) sum += x.row(i).value[j];
    EXPECT_NEAR(sum, 0, 1e-9);
    EXPECT_NEAR(moved->by[j], 10, 1);
  }
  EXPECT_FALSE(shifted_columns(OffCentre(1300, 0).dense()));
  EXPECT_FALSE(shifted_columns(OffCentre(100, 10).dense()));            // systems of so few columns are solved
  EXPECT_FALSE(shifted_columns(OffCentre(1300, 10).dense(), 100'000));  // no room for a copy
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
      const auto a = train({near.x, 60, 1300}, near.y, both);
      const auto b = train({far.x, 60, 1300}, far.y, both);
      ASSERT_TRUE(a.ok() && b.ok());
      EXPECT_EQ(a.value().status, "converged") << loss << ' ' << penalty;
      EXPECT_EQ(b.value().status, "converged") << loss << ' ' << penalty << ": " << b.value().stop_reason;
      EXPECT_NEAR(*a.value().objective, *b.value().objective, 3e-6 * *a.value().objective);
    }
  }
}

}  // namespace
}  // namespace halfspace
