// Cholesky factors multiply back to their matrix, solve its systems and show its rank.
#include "linalg/cholesky.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "linalg/pivoted_cholesky.hpp"
#include "linalg/symmetric.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

std::size_t drawn_size() { return static_cast<std::size_t>(*rc::gen::inRange(1, 40)); }

double largest(const std::vector<double>& a) { return test::largest_difference(a, std::vector<double>(a.size())); }

RC_GTEST_PROP(Cholesky, SolvesTheSystem, ()) {
  const std::size_t n = drawn_size();
  const std::vector<double> A = test::drawn_definite(n);
  const std::vector<double> x = test::drawn_vector(n);
  const std::vector<double> b = test::product(A, x);
  std::vector<double> refined = b;
  Cholesky(A, n, Dependent::left_out).solve_refined(A, refined);
  RC_ASSERT(test::largest_difference(test::product(A, refined), b) <= 1e-9 * (1 + largest(b)));
}

RC_GTEST_PROP(Cholesky, ColumnsOfAnyScaleAreKept, ()) {
  const std::size_t n = drawn_size();
  std::vector<double> A = test::drawn_definite(n);
  const std::vector<double> x = test::drawn_vector(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) A[i * n + j] *= std::ldexp(1, static_cast<int>(i + j) * 4);
  const Cholesky factor(A, n, Dependent::left_out);
  for (std::size_t j = 0; j < n; ++j) RC_ASSERT(!factor.left_out(j));
}

TEST(Cholesky, ADependentColumnIsLeftOut) {
  const std::vector<double> A = {4, 2, 6, 2, 5, 7, 6, 7, 13};  // the third is the sum of the others
  const Cholesky factor(A, 3, Dependent::left_out);
  EXPECT_FALSE(factor.left_out(0));
  EXPECT_FALSE(factor.left_out(1));
  EXPECT_TRUE(factor.left_out(2));
  EXPECT_NEAR(factor.log_determinant(), std::log(16), 1e-14);
  std::vector<double> x = {6, 7, 13};
  factor.solve(x);
  EXPECT_NEAR(x[0], 1, 1e-14);
  EXPECT_NEAR(x[1], 1, 1e-14);
  EXPECT_EQ(x[2], 0);
}

RC_GTEST_PROP(Cholesky, OfEqualColumnsTheLaterIsLeftOut, ()) {
  const std::size_t n = drawn_size() + 1;
  const auto first = *rc::gen::inRange<std::size_t>(0, n - 1);
  const auto second = *rc::gen::inRange<std::size_t>(first + 1, n);
  std::vector<double> A = test::drawn_definite(n);
  for (std::size_t i = 0; i < n; ++i) A[second * n + i] = A[first * n + i];
  for (std::size_t i = 0; i < n; ++i) A[i * n + second] = A[i * n + first];
  std::vector<double> x = test::drawn_vector(n);
  x[second] = 0;
  const std::vector<double> b = test::product(A, x);
  const Cholesky factor(A, n, Dependent::left_out);
  for (std::size_t j = 0; j < n; ++j) RC_ASSERT(factor.left_out(j) == (j == second));
  std::vector<double> solution = b;
  factor.solve(solution);
  RC_ASSERT(solution[second] == 0);
  RC_ASSERT(test::largest_difference(test::product(A, solution), b) <= 1e-7 * (1 + largest(b)));
}

RC_GTEST_PROP(PivotedCholesky, HasTheRankAndTheRowsOfItsMatrix, ()) {
  const std::size_t n = drawn_size();
  const auto rank = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(n) + 1));
  const std::vector<double> K = test::drawn_gram(n, rank);
  const auto [order, L] = pivoted_cholesky(K, n);
  const std::size_t kept = order.size();
  RC_ASSERT(kept <= rank);
  RC_ASSERT((kept == 0) == (largest(K) == 0));
  for (std::size_t i = 0; i < kept; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {  // L L' = K on the rows kept
      const double value = dot(L.data() + i * kept, j + 1, L.data() + j * kept);
      RC_ASSERT(std::fabs(value - K[order[i] * n + order[j]]) <= 1e-10 * (1 + largest(K)));
    }
  }
}

TEST(PivotedCholesky, BeginsWithTheLargestDiagonal) {
  const auto [order, L] = pivoted_cholesky({1, 0, 0, 9}, 2);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(L, (std::vector<double>{3, 0, 0, 1}));
}

TEST(Cholesky, AStoppedFactorIsLeftHalfWay) {
  const StopToken stop([] { return Halt::interrupt; });
  const std::size_t n = 300;
  std::vector<double> A(n * n);
  for (std::size_t i = 0; i < n; ++i) A[i * n + i] = 1;
  EXPECT_THROW(Cholesky(A, n, Dependent::kept, stop), Stopped);
  EXPECT_THROW(pivoted_cholesky(A, n, stop), Stopped);
}

}  // namespace
}  // namespace halfspace
