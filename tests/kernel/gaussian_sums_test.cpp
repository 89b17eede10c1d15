// Sums of RBF values by panels are those of the formula within the bound that solvers charge for rounding.
#include "kernel/gaussian_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "kernel/kernel_rows.hpp"
#include "solver/kernel/kernel_cases.hpp"

namespace halfspace {
namespace {

/// Rows of more than one panel at times, some of them equal, half of the values 0.
test::DenseRows rows_of_several_panels() {
  test::DenseRows x;
  x.rows = static_cast<std::size_t>(*rc::gen::inRange(1, 700));
  x.cols = static_cast<std::size_t>(*rc::gen::inRange(1, 12));
  const int values = *rc::gen::element(1, 1000);
  for (std::size_t k = 0; k < x.rows * x.cols; ++k)
    x.value.push_back(*rc::gen::inRange(0, 2) == 0 ? 0 : *rc::gen::inRange(-values, values + 1) / 256.0);
  return x;
}

Kernel rbf(double gamma) { return {KernelKind::rbf, gamma}; }

std::vector<std::uint32_t> first_of(const test::DenseRows& x) {
  std::vector<std::uint32_t> first(x.rows);
  for (std::size_t t = 0; t < x.rows; ++t) {
    while (!std::equal(x.row(t).value, x.row(t).value + x.cols, x.row(first[t]).value)) ++first[t];
  }
  return first;
}

RC_GTEST_PROP(GaussianSums, AreThoseOfTheFormula, ()) {
  const test::DenseRows x = rows_of_several_panels();
  const Kernel k = rbf(*rc::gen::element(0.01, 1.0, 300.0));
  const double constant = *rc::gen::element(0.0, 1.0);
  const Matrix matrix = x.matrix();
  const std::vector<std::uint32_t> first = *rc::gen::arbitrary<bool>() ? first_of(x) : std::vector<std::uint32_t>();
  const GaussianSums sums(matrix, k, constant, first);
  std::vector<std::uint32_t> sources;
  std::vector<double> c;
  double moved = 0;
  for (std::uint32_t s = 0; s < x.rows; s += static_cast<std::uint32_t>(*rc::gen::inRange(1, 20))) {
    sources.push_back(s);
    c.push_back(*rc::gen::inRange(-50, 51) / 8.0);
    moved += std::fabs(c.back());
  }
  std::vector<double> f(x.rows, 1.5);
  sums.add(sources, c, f, 2, {});
  const KernelRows<double> rows(matrix, k, constant);
  const double bound = (rows.rounding() + score_roundings * 2.3e-16 * rows.largest_value()) * moved + 1e-15;
  for (std::size_t t = 0; t < x.rows; t += 7) {
    long double sum = 1.5L;
    for (std::size_t s = 0; s < sources.size(); ++s)
      sum += static_cast<long double>(c[s]) * test::kernel_value(k, x, sources[s], t, constant);
    RC_ASSERT(std::fabs(static_cast<double>(sum) - f[t]) <= 2 * bound);
  }
}

RC_GTEST_PROP(GaussianSums, SameBitsForAnyThreads, ()) {
  const test::DenseRows x = rows_of_several_panels();
  const Matrix matrix = x.matrix();
  const GaussianSums sums(matrix, rbf(0.5), 0, first_of(x));
  std::vector<std::uint32_t> sources(x.rows);
  std::iota(sources.begin(), sources.end(), 0U);
  const std::vector<double> c(x.rows, 0.3);
  std::vector<double> one(x.rows);
  std::vector<double> four(x.rows);
  sums.add(sources, c, one, 1, {});
  sums.add(sources, c, four, 4, {});
  RC_ASSERT(one == four);
}

TEST(GaussianSums, EveryInstructionSetHasTheValuesOfTheFormula) {
  const std::vector<std::uint32_t> column = {0, 2};
  const std::vector<double> value = {0.5, -3};
  const SparseVector<double> u = {column.data(), value.data(), 2};
  const double square = 9.25;
  std::vector<double> rows(3 * gaussian_lanes);
  std::vector<double> squares(gaussian_lanes);
  std::vector<double> weight(gaussian_lanes);
  std::vector<double> distance(gaussian_lanes);
  for (std::size_t l = 0; l < gaussian_lanes; ++l) {
    const double a = 0.125 * static_cast<double>(l);
    const double b = l == 31 ? 1e4 : -static_cast<double>(l) / 3;
    rows[l] = a;
    rows[2 * gaussian_lanes + l] = b;
    squares[l] = a * a + b * b;
    weight[l] = l % 2 == 0 ? 1 : -0.5;
    distance[l] = (a - 0.5) * (a - 0.5) + (b + 3) * (b + 3);
  }
  for (const double gamma : {0.01, 1.0, 1e3}) {
    const GaussianPanel panel{rows.data(), squares.data(), weight.data(), gamma};
    long double exact = 0;
    for (std::size_t l = 0; l < gaussian_lanes; ++l) exact += weight[l] * std::exp(-gamma * distance[l]);
    for (const GaussianOps* ops : supported_gaussian_ops()) {
      double sum = 0;
      double lost = 0;
      ops->add({&u, &square, nullptr, 1, 1}, panel, &sum, &lost);
      EXPECT_NEAR(sum + lost, static_cast<double>(exact), 1e-13 * (1 + gamma * 100));
    }
  }
}

RC_GTEST_PROP(GaussianSums, PartsOfColumnsLeaveTheBitsAlone, ()) {
  constexpr std::size_t cols = 40;
  const auto count = *rc::gen::inRange<std::size_t>(1, 150);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>(), Stream::order);
  const auto number = [&] { return static_cast<double>(rng.bounded(std::uint64_t{1} << 52U)) * 0x1p-52 - 0.5; };
  std::vector<std::vector<std::uint32_t>> column(count);
  std::vector<std::vector<double>> value(count);
  std::vector<SparseVector<double>> u;
  std::vector<double> square(count);
  const std::vector<std::uint32_t> first = {0, 7, 7, 31, cols};  // of each part, and one that is empty
  std::vector<std::uint32_t> cut;
  for (std::size_t s = 0; s < count; ++s) {
    for (std::uint32_t j = 0; j < cols; ++j) {
      if (rng.bounded(3) == 0) continue;
      column[s].push_back(j);
      value[s].push_back(number());
      square[s] += value[s].back() * value[s].back();
    }
    u.push_back({column[s].data(), value[s].data(), value[s].size()});
    for (const std::uint32_t j : first)
      cut.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(column[s], j) - column[s].begin()));
  }
  std::vector<double> rows(cols * gaussian_lanes);
  for (double& v : rows) v = number();
  std::vector<double> squares(gaussian_lanes);
  for (std::size_t k = 0; k < rows.size(); ++k) squares[k % gaussian_lanes] += rows[k] * rows[k];
  const std::vector<double> weight(gaussian_lanes, 0.25);
  const GaussianPanel panel{rows.data(), squares.data(), weight.data(), 0.3};
  for (const GaussianOps* ops : supported_gaussian_ops()) {
    std::vector<double> whole(count);
    std::vector<double> parts(count);
    std::vector<double> lost(count);
    std::vector<double> lost_of_parts(count);
    ops->add({u.data(), square.data(), nullptr, 1, count}, panel, whole.data(), lost.data());
    ops->add({u.data(), square.data(), cut.data(), first.size() - 1, count}, panel, parts.data(), lost_of_parts.data());
    RC_ASSERT(whole == parts);
    RC_ASSERT(lost == lost_of_parts);
  }
}

TEST(GaussianSums, AreForRbfKernelsOfModeratelyManyColumns) {
  const test::DenseRows x{{1, 2}, 1, 2};
  EXPECT_TRUE(GaussianSums::fits(x.matrix(), rbf(1)));
  EXPECT_FALSE(GaussianSums::fits(x.matrix(), {KernelKind::laplacian, 1}));
  CsrMatrix<double> wide;
  wide.start.push_back(0);
  wide.cols = 1000000;
  EXPECT_FALSE(GaussianSums::fits(Matrix(std::move(wide)), rbf(1)));
}

TEST(GaussianSums, AStopLeavesTheScoresAsTheyWere) {
  test::DenseRows x{std::vector<double>(3000 * 40, 0.5), 3000, 40};
  const Matrix matrix = x.matrix();
  const GaussianSums sums(matrix, rbf(1), 0, {});
  std::vector<std::uint32_t> sources(3000);
  std::iota(sources.begin(), sources.end(), 0U);
  const std::vector<double> c(3000, 1.0);
  std::vector<double> f(3000, 7.0);
  const StopToken stop([] { return Halt::interrupt; });
  EXPECT_THROW(sums.add(sources, c, f, 1, stop), Stopped);
  EXPECT_EQ(f, std::vector<double>(3000, 7.0));
}

}  // namespace
}  // namespace halfspace
