// Regular systems are solved, whatever the length of their entries, and the nearest point of an affine hull has the
// same product with every point of it.
#include "exact/dixon.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "exact/affine_minimum.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

/// A whole number of at most so many bits, either sign; now and then 0.
Integer drawn_integer(unsigned bits) {
  Integer out = 0;
  for (unsigned left = bits; left > 0; left -= std::min(left, 16U)) {
    out <<= std::min(left, 16U);
    out += *rc::gen::inRange(0, 1 << std::min(left, 16U));
  }
  return *rc::gen::inRange(-1, 2) * out;
}

std::vector<IntegerVector> drawn_columns(std::size_t n, std::size_t dims, unsigned bits) {
  std::vector<IntegerVector> out(n);
  for (IntegerVector& column : out) {
    for (std::size_t i = 0; i < dims; ++i) {
      Integer value = drawn_integer(bits);
      if (value != 0) column.emplace_back(i, std::move(value));
    }
  }
  return out;
}

RC_GTEST_PROP(Dixon, SolvesRegularSystems, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 9);
  const unsigned bits = *rc::gen::element(3U, 20U, 50U, 62U, 63U, 64U, 200U);
  const std::vector<IntegerVector> columns = drawn_columns(n, n, bits);
  std::vector<Integer> b(n);
  for (Integer& v : b) v = drawn_integer(*rc::gen::element(1U, 62U, 100U));
  const DixonSolver solver(columns);
  RC_PRE(solver.regular());
  const auto x = solver.solve(b);
  RC_ASSERT(x.has_value());
  RC_ASSERT(x->denominator > 0);
  std::vector<Integer> left(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (const auto& [i, value] : columns[k]) left[i] += value * x->numerator[k];
  }
  for (std::size_t i = 0; i < n; ++i) RC_ASSERT(left[i] == b[i] * x->denominator);
}

/// Elimination goes by 32 columns at a time.
TEST(Dixon, SolvesSystemsOfSeveralBlocks) {
  for (const std::size_t n : {31U, 32U, 33U, 64U, 65U, 97U}) {
    Rng rng(n, Stream::start);
    std::vector<IntegerVector> columns(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        const auto value = static_cast<std::int64_t>(rng.bounded(7)) - 3;
        const bool late = i + 1 < n - k;  // zeros where pivots are looked for first: rows have to change places
        if (value != 0 && (!late || rng.bounded(4) == 0)) columns[k].emplace_back(i, value);
      }
    }
    std::vector<Integer> b(n);
    for (Integer& v : b) v = static_cast<std::int64_t>(rng.bounded(100)) - 50;
    const DixonSolver solver(columns);
    ASSERT_TRUE(solver.regular()) << n;
    const auto x = solver.solve(b);
    ASSERT_TRUE(x.has_value()) << n;
    std::vector<Integer> left(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (const auto& [i, value] : columns[k]) left[i] += value * x->numerator[k];
    }
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(left[i], b[i] * x->denominator) << n;

    columns.back() = columns[n / 2];
    EXPECT_FALSE(DixonSolver(columns).regular()) << n;
  }
}

RC_GTEST_PROP(AffineMinimum, IsAtRightAnglesToTheHull, ()) {
  const auto s = *rc::gen::inRange<std::size_t>(2, 6);
  const std::size_t dims = s * *rc::gen::inRange<std::size_t>(1, 4);  // few: by coordinates where numbers are long
  const std::vector<IntegerVector> points = drawn_columns(s, dims, *rc::gen::element(4U, 25U, 26U, 40U, 90U));
  std::vector<std::uint8_t> group(s);
  const std::size_t groups = *rc::gen::inRange<std::size_t>(1, 3);
  for (std::size_t k = 0; k < s; ++k) group[k] = static_cast<std::uint8_t>(groups == 2 && k % 2 == 1);
  const auto found = affine_minimum(points, group, groups, dims);
  RC_PRE(found.has_value());
  std::vector<Integer> v(dims);
  std::vector<Integer> sum(groups);
  for (std::size_t k = 0; k < s; ++k) {
    sum[group[k]] += found->lambda[k];
    for (const auto& [j, value] : points[k]) v[j] += found->lambda[k] * value;
  }
  for (const Integer& total : sum) RC_ASSERT(total == found->denominator);
  for (std::size_t k = 0; k < s; ++k) RC_ASSERT(product(v, points[k]) == found->level[group[k]]);
}

}  // namespace
}  // namespace halfspace
