// Rows that equal an earlier one are found where they are many, however they are spread, and among many rows too, of which
// a sample is looked at first.
#include "solver/linear/equal_rows.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

/// Row i has the number value(i) beside a 1.
template <class F>
Matrix rows_of_numbers(std::size_t n, F value) {
  DenseMatrix<double> x;
  x.rows = n;
  x.cols = 2;
  for (std::size_t i = 0; i < n; ++i) {
    x.value.push_back(static_cast<double>(value(i)));
    x.value.push_back(1);
  }
  return x;
}

std::vector<std::int8_t> signs_of(std::size_t n, std::size_t period) {
  std::vector<std::int8_t> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = i % period < period / 2 ? 1 : -1;
  return y;
}

class EqualRows : public testing::TestWithParam<std::size_t> {};

TEST_P(EqualRows, AreFoundWhereverTheyStand) {
  const std::size_t n = GetParam();
  const std::vector<std::int8_t> y = signs_of(n, 2 * n);  // all +1
  for (const std::size_t distinct : {n / 2, n - n / 4, std::size_t{1}}) {
    const Matrix x = rows_of_numbers(n, [&](std::size_t i) { return i % distinct; });
    const auto first = first_equal_rows({x, y, {}});
    ASSERT_EQ(first.size(), n) << distinct;
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(first[i], i % distinct) << i;
    const auto merged = distinct_rows({x, y, {}});
    ASSERT_TRUE(merged.has_value());
    EXPECT_EQ(merged->first.size(), distinct);
  }
}

TEST_P(EqualRows, OfOtherLabelsAreOtherRows) {
  const std::size_t n = GetParam();
  const std::vector<std::int8_t> y = signs_of(n, n);  // +1, then -1
  const Matrix x = rows_of_numbers(n, [&](std::size_t i) { return i % (n / 2); });
  EXPECT_TRUE(first_equal_rows({x, y, {}}).empty());
}

TEST_P(EqualRows, ThatAreFewAreLeftAlone) {
  const std::size_t n = GetParam();
  const std::vector<std::int8_t> y = signs_of(n, 2 * n);
  for (const std::size_t distinct : {n, n - n / 8}) {
    const Matrix x = rows_of_numbers(n, [&](std::size_t i) { return i % distinct; });
    EXPECT_TRUE(first_equal_rows({x, y, {}}).empty()) << distinct;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EqualRows, testing::Values(64, 16000, 16384, 100000));

}  // namespace
}  // namespace halfspace
