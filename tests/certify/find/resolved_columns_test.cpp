// Columns that are sums but for their last digits: the other coordinates are x' = x - Σ a x, exactly, and weights go back.
#include "certify/find/resolved_columns.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

constexpr std::size_t rows = 200;
constexpr std::size_t cols = 4;

/// Four columns of hundredths and x_1 + 2 x_2 + a constant, off by up to so much of the 16th digit; before them, empty ones.
reference::Rows totals(int off, int constant, std::size_t empty = 0) {
  Rng rng(5, Stream::start);
  reference::Rows x;
  for (std::size_t i = 0; i < rows; ++i) {
    auto& row = x.emplace_back(empty);
    for (std::size_t j = 0; j < cols; ++j) row.push_back(mpq_class(static_cast<long>(rng.bounded(1000)) - 500) / 100);
    row.push_back(row[empty] + 2 * row[empty + 1] + constant);
    mpq_class error(off == 0 ? 0 : static_cast<long>(rng.bounded(2 * static_cast<std::uint64_t>(off) + 1)) - off,
                    mpz_class("100000000000000"));
    error.canonicalize();
    row.back() += error;
  }
  return x;
}

std::vector<int> labels() {
  std::vector<int> y;
  for (std::size_t i = 0; i < rows; ++i) y.push_back(i % 3 == 0 ? 1 : -1);
  return y;
}

reference::Rows doubles_of(reference::Rows x) {
  for (auto& row : x) {
    for (mpq_class& v : row) v = nearest_double(v);
  }
  return x;
}

std::unique_ptr<ResolvedColumns> resolved(const SignedRows& z) {
  auto found = ResolvedColumns::of(z, RowHull(z, RowScale::standardised, 1), 1, {});
  EXPECT_TRUE(found.ok());
  return std::move(found).value();
}

TEST(ResolvedColumns, WeightsOfTheOtherCoordinatesAreWeightsOfTheRows) {
  for (const std::size_t empty : {0U, 9U}) {  // more than half of the columns: points have the others alone
    const bool bias = empty > 0;
    const reference::Rows x = totals(3, bias ? 32 : 0, empty);
    const SolverRows data(x, doubles_of(x), labels(), bias, Form::fetched);
    const SignedRows& z = *data;
    const auto other = resolved(z);
    ASSERT_NE(other, nullptr);
    std::vector<double> u(other->hull().width() + (bias ? 1 : 0));
    u[0] = u[cols] = 1;  // standardised: both move scores as much
    const std::vector<double> w = other->hull().original(u);
    std::vector<Integer> exact;
    for (const double v : w) exact.emplace_back(std::ldexp(v, 60));
    const std::vector<Integer> original = other->original(exact);
    double ratio = 0;
    for (std::uint64_t i = 0; i < rows; ++i) {
      const std::vector<std::uint64_t> row = {i};
      const double expected = other->hull().products(u, row)[0] * other->hull().length(i);
      const double found = z.product(original, i).get_d();
      if (i == 0) ratio = found / expected;
      EXPECT_NEAR(found / ratio, expected, 1e-9 * (1 + std::fabs(expected))) << i;
    }
    EXPECT_GT(ratio, 0);
  }
}

TEST(ResolvedColumns, ThereAreNoneWhereColumnsAreIndependentOrSums) {
  reference::Rows x = totals(0, 32);
  const SolverRows sums(x, doubles_of(x), labels(), true, Form::fetched);
  EXPECT_EQ(resolved(*sums), nullptr);
  for (auto& row : x) row.pop_back();
  const SolverRows independent(x, doubles_of(x), labels(), true, Form::fetched);
  EXPECT_EQ(resolved(*independent), nullptr);
}

}  // namespace
}  // namespace halfspace::test
