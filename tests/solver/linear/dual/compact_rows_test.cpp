// Rounded rows of fewer columns in place of wide ones: what they keep, when there are none, and that what is proven is
// proven on the rows as they are.
#include "solver/linear/dual/compact_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {
namespace {

constexpr std::size_t wide = 20000;

struct WideRows {
  CsrMatrix<double> x;
  std::vector<std::int8_t> y;

  void add(std::int8_t sign, const std::vector<std::pair<std::uint32_t, double>>& entries) {
    if (x.start.empty()) x.start.push_back(0);
    for (const auto& [j, v] : entries) {
      x.column.push_back(j);
      x.value.push_back(v);
    }
    x.start.push_back(x.value.size());
    ++x.rows;
    x.cols = wide;
    y.push_back(sign);
  }
};

/// In [-1/2, 1/2), with all digits.
double number(Rng& rng) { return static_cast<double>(rng.bounded(std::uint64_t{1} << 52U)) * 0x1p-52 - 0.5; }

WideRows random_rows() {
  WideRows out;
  Rng rng(*rc::gen::arbitrary<std::uint64_t>(), Stream::order);
  const auto rows = *rc::gen::inRange<std::size_t>(2, 30);
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::pair<std::uint32_t, double>> row;
    for (std::uint64_t j = rng.bounded(1000); j < wide; j += 1 + rng.bounded(4000))
      row.emplace_back(static_cast<std::uint32_t>(j), number(rng));
    out.add(i % 2 == 0 ? 1 : -1, row);
  }
  return out;
}

RC_GTEST_PROP(CompactRows, MarginsAreThoseOfTheRowsToWithinFloats, ()) {
  WideRows rows = random_rows();
  const Matrix x = std::move(rows.x);
  LinearOptions o;
  o.bias = *rc::gen::element(Bias::augmented, Bias::free, Bias::none);
  const Design z({x, rows.y, {}}, o);
  const auto compact = compact_rows(z);
  RC_ASSERT(compact.has_value());
  RC_ASSERT(compact->z.n() == z.n());
  RC_ASSERT(compact->z.bias() == z.bias());
  std::vector<double> v;
  Rng rng(1, Stream::order);
  for (std::size_t j = 0; j < compact->z.dims(); ++j) v.push_back(number(rng));
  const std::vector<double> all = compact->spread(v, z.dims());
  double size = 1;
  for (const double w : v) size += std::fabs(w);
  for (std::size_t i = 0; i < z.n(); ++i)
    RC_ASSERT(std::fabs(compact->z.margin(i, v) - z.margin(i, all)) <= 0x1p-24 * size);
}

TEST(CompactRows, AreNotMadeWhereFloatsAreNoRoundings) {
  for (const double v : {1e300, 1e-60}) {
    WideRows rows;
    rows.add(1, {{3, 1}, {9, v}});
    rows.add(-1, {{4, 1}});
    const Matrix x = std::move(rows.x);
    EXPECT_FALSE(compact_rows(Design({x, rows.y, {}}, {})));
  }
}

TEST(CompactRows, AreNotMadeOfFewColumns) {
  WideRows rows;
  rows.add(1, {{3, 1}});
  rows.add(-1, {{4, 1}});
  rows.x.cols = 100;
  const Matrix x = std::move(rows.x);
  EXPECT_FALSE(compact_rows(Design({x, rows.y, {}}, {})));
}

/// Two rows a tenth apart and a cost that charges what floats lose of that: the gap that the rounded rows promise is not
/// proven, and the run goes on with the rows as they are.
TEST(CompactRows, ARunThatTheyMisleadGoesOnWithoutThem) {
  constexpr double a = 1.1F - 0x1.fp-25;  // nearly half a unit of floats below one
  WideRows rows;
  rows.add(1, {{5, 1}, {19999, a}});
  rows.add(-1, {{5, 1}, {19999, 1}});
  const Matrix x = std::move(rows.x);
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.solver = LinearSolver::dual_cd;
  o.bias = Bias::none;
  o.C = 1e7;
  o.tol = 1e-6;
  const auto r = train_linear({x, rows.y, {}}, o, {});
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.value().status, Status::converged) << r.value().stop_reason;
  // w = (-p, q) with q a - p = 1, p - q = 1: q = 2 / (a - 1)
  const double q = 2 / (a - 1);
  EXPECT_NEAR(r.value().primal, ((1 + q) * (1 + q) + q * q) / 2, 2e-6 * q * q);
}

}  // namespace
}  // namespace halfspace
