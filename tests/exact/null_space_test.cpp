// The dimension of a null space, and that its vectors are orthogonal to the rows and independent.
#include "exact/null_space.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

using Matrix = std::vector<std::vector<Integer>>;

std::vector<SparseIntegers> sparse(const Matrix& m) {
  std::vector<SparseIntegers> out;
  for (const auto& row : m) {
    out.emplace_back();
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != 0) out.back().emplace_back(j, row[j]);
    }
  }
  return out;
}

/// Rank by elimination over the rationals.
std::size_t rank_of(const std::vector<SparseIntegers>& rows, std::size_t columns) {
  std::vector<std::vector<Rational>> m;
  for (const auto& row : rows) {
    m.emplace_back(columns);
    for (const auto& [j, x] : row) m.back()[j] = x;
  }
  std::size_t rank = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    std::size_t i = rank;
    while (i < m.size() && m[i][j] == 0) ++i;
    if (i == m.size()) continue;
    std::swap(m[i], m[rank]);
    for (i = rank + 1; i < m.size(); ++i) {
      const Rational factor = m[i][j] / m[rank][j];
      for (std::size_t k = j; k < columns; ++k) m[i][k] -= factor * m[rank][k];
    }
    ++rank;
  }
  return rank;
}

void expect_null_space(const std::vector<SparseIntegers>& rows, std::size_t columns) {
  const NullSpace n = null_space(rows, columns);
  ASSERT_TRUE(n.complete);
  EXPECT_EQ(n.rank, rank_of(rows, columns));
  EXPECT_EQ(n.basis.size(), columns - n.rank);
  EXPECT_EQ(rank_of(n.basis, columns), n.basis.size());
  for (const auto& row : rows) {
    for (const auto& vector : n.basis) {
      Integer sum;
      for (const auto& [j, x] : row) {
        for (const auto& [k, y] : vector) sum += j == k ? Integer(x * y) : Integer(0);
      }
      EXPECT_EQ(sum, 0);
    }
  }
}

TEST(NullSpace, SmallOnes) {
  expect_null_space({}, 0);
  expect_null_space({}, 3);
  expect_null_space(sparse({{1, 1, 0, 1}, {1, 0, 1, 1}, {2, 1, 1, 2}}), 4);
  expect_null_space(sparse({{2, 0}, {0, 3}}), 2);
  expect_null_space(sparse({{0, 0}}), 2);
}

TEST(NullSpace, RowsThatVanishModuloTheFirstPrime) {
  const Integer p = (Integer(1) << 31U) - 1;
  expect_null_space(sparse({{p, 0, 0}, {0, 1, 1}}), 3);
  expect_null_space(sparse({{p, 0}, {0, p}}), 2);
}

RC_GTEST_PROP(NullSpace, OfRandomRows, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 7);
  const auto count = *rc::gen::inRange<std::size_t>(0, 7);
  const bool long_digits = *rc::gen::arbitrary<bool>();
  Matrix m;
  for (std::size_t i = 0; i < count; ++i) {
    m.emplace_back();
    for (std::size_t j = 0; j < columns; ++j) {
      Integer x = *rc::gen::inRange(-3, 4);
      if (long_digits) x = x * *rc::gen::arbitrary<long>() * Integer(*rc::gen::arbitrary<long>());
      m.back().push_back(x);
    }
  }
  if (count > 2)
    for (std::size_t j = 0; j < columns; ++j) m[0][j] = 7 * m[1][j] - m[2][j];
  expect_null_space(sparse(m), columns);
}

}  // namespace
}  // namespace halfspace
