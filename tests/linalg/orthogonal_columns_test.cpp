// Q R multiplies back to its columns, inverts A'A and keeps the digits that A'A loses.
#include "linalg/orthogonal_columns.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "linalg/cholesky.hpp"
#include "linalg/symmetric.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

const StopToken never;

/// A'A, of columns of `rows` numbers.
std::vector<double> gram(const std::vector<double>& A, std::size_t rows) {
  const std::size_t p = A.size() / rows;
  std::vector<double> out(p * p);
  for (std::size_t j = 0; j < p; ++j)
    for (std::size_t k = 0; k < p; ++k) out[j * p + k] = dot(A.data() + j * rows, rows, A.data() + k * rows);
  return out;
}

/// Whole numbers and below them the unit matrix, so that columns are independent.
std::vector<double> drawn_columns(std::size_t p, std::size_t rows) {
  std::vector<double> A = test::drawn_vector(p * rows);
  for (std::size_t j = 0; j < p; ++j)
    for (std::size_t k = 0; k < p; ++k) A[j * rows + rows - 1 - k] = j == k ? 1 : 0;
  return A;
}

RC_GTEST_PROP(OrthogonalColumns, HasTheInverseAndTheDeterminantOfTheProducts, ()) {
  const auto p = *rc::gen::inRange<std::size_t>(1, 12);
  const std::size_t rows = p + *rc::gen::inRange<std::size_t>(1, 20);
  const std::vector<double> A = drawn_columns(p, rows);
  const std::vector<double> products = gram(A, rows);
  const OrthogonalColumns of(A, rows, 1e-12, {}, never);
  const Cholesky other(products, p, Dependent::left_out);
  RC_ASSERT(of.dependent().empty());
  RC_ASSERT(std::fabs(of.log_determinant() - other.log_determinant()) <= 1e-9 * static_cast<double>(p));
  const std::vector<double> v = test::drawn_vector(p);
  RC_ASSERT(test::largest_difference(test::product(products, of.solve(v)), v) <= 1e-7);
  for (std::size_t k = 0; k < p; ++k)
    for (std::size_t m = 0; m <= k; ++m)
      RC_ASSERT(std::fabs(dot(of.q(k), rows, of.q(m)) - (k == m ? 1 : 0)) <= 1e-14 * static_cast<double>(rows));
}

TEST(OrthogonalColumns, LeavesOutCombinationsOfColumnsBefore) {
  const std::vector<double> A = {1, 2, 3, 4, 0, 1, 0, 1, 2, 5,
                                 6, 9, 0, 0, 0, 0, 1, 0, 0, 0};  // the third: 2 first + second
  const OrthogonalColumns of(A, 4, 1e-12, {}, never);
  EXPECT_EQ(of.dependent(), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(of.kept(), (std::vector<std::size_t>{0, 1, 4}));
  const std::vector<double> x = of.solve(std::vector<double>{1, 0, 0, 0, 1});
  EXPECT_EQ(x[2], 0);
  EXPECT_EQ(x[3], 0);
}

// Lauchli 1961: columns (1, e, 0) and (1, 0, e), det A'A = 2 e^2 + e^4, where A'A in doubles has equal rows.
TEST(OrthogonalColumns, KeepsWhatProductsLose) {
  const double e = 1e-9;
  const OrthogonalColumns of({1, e, 0, 1, 0, e}, 3, 1e-12, {}, never);
  EXPECT_NEAR(of.log_determinant(), std::log(2 * e * e), 1e-6);
}

TEST(OrthogonalColumns, UnitsDoNotMatter) {
  const std::vector<double> A = {1, 2, 3, 5, 0, 1, 0, 1};
  std::vector<double> far(A);
  for (std::size_t i = 0; i < 4; ++i) {
    far[i] *= 0x1p-1000;
    far[4 + i] *= 0x1p1000;
  }
  const std::vector<double> near_forward = OrthogonalColumns(A, 4, 1e-12, {}, never).forward(std::vector<double>{0, 1});
  const std::vector<double> far_forward =
      OrthogonalColumns(far, 4, 1e-12, {}, never).forward(std::vector<double>{0, 1});
  EXPECT_EQ(far_forward[1] * 0x1p1000, near_forward[1]);
}

TEST(LengthOf, NeitherOverNorUnderflows) {
  EXPECT_EQ(length_of(std::vector<double>{3e300, 4e300}), 5e300);
  EXPECT_DOUBLE_EQ(length_of(std::vector<double>{3e-300, 4e-300}), 5e-300);
  EXPECT_EQ(length_of(std::vector<double>{0, 0}), 0);
  EXPECT_EQ(length_of(std::vector<double>{1, std::numeric_limits<double>::infinity()}),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace halfspace
