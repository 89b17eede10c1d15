// Kernel values by panels are those of the formulas, dense and sparse, in both precisions, and the matrices of inner
// products are positive semidefinite.
#include "kernel/kernel_rows.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/kernel/kernel_cases.hpp"
#include "solver/kernel/kernel_checks.hpp"

namespace halfspace {
namespace {

/// n rows that make more than one panel; half of the values 0.
test::DenseRows drawn_rows() {
  test::DenseRows x;
  x.rows = static_cast<std::size_t>(*rc::gen::inRange(1, 150));
  x.cols = static_cast<std::size_t>(*rc::gen::inRange(1, 20));
  for (std::size_t k = 0; k < x.rows * x.cols; ++k)
    x.value.push_back(*rc::gen::inRange(0, 2) == 0 ? 0 : *rc::gen::inRange(-1000, 1000) / 256.0);
  return x;
}

/// The same rows with so many columns that they stay sparse.
Matrix far_apart(const test::DenseRows& x) {
  CsrMatrix<double> out;
  out.start.push_back(0);
  out.rows = x.rows;
  out.cols = std::size_t{1} << 22U;
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.cols; ++j) {
      if (x.row(i).value[j] == 0) continue;
      out.column.push_back(static_cast<std::uint32_t>(j * 200000));
      out.value.push_back(x.row(i).value[j]);
    }
    out.start.push_back(out.value.size());
  }
  return out;
}

template <class T>
void expect_values(const Matrix& matrix, const test::DenseRows& x, const Kernel& k) {
  KernelRows<T> rows(matrix, k, 0.5);
  std::vector<std::uint32_t> all(x.rows);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<std::uint32_t> backwards(all.rbegin(), all.rend());
  rows.look_at(backwards);
  std::vector<T> value(x.rows * x.rows);
  std::vector<T*> out;
  for (std::size_t i = 0; i < x.rows; ++i) out.push_back(value.data() + i * x.rows);
  rows.compute(all, out, 2);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t j = 0; j < x.rows; ++j) {
      const T found = out[i][x.rows - 1 - j];
      const double exact = test::kernel_value(k, x, i, j, 0.5);
      RC_ASSERT(std::fabs(static_cast<double>(found) - exact) <= 2 * rows.rounding() + 1e-12);
      RC_ASSERT(found == out[j][x.rows - 1 - i]);  // symmetric to the bit
      RC_ASSERT(std::fabs(exact) <= rows.largest_value() * (1 + 1e-9));
    }
    RC_ASSERT(std::fabs(static_cast<double>(rows.diagonal(i) - out[i][x.rows - 1 - i])) <= 2 * rows.rounding() + 1e-12);
  }
  std::vector<double> c(x.rows, 0.25);
  std::vector<double> f(x.rows, 1);
  rows.add_scores(all, c, f, 2);
  for (std::size_t j = 0; j < x.rows; ++j) {
    double sum = 1;
    for (std::size_t i = 0; i < x.rows; ++i) sum += 0.25 * static_cast<double>(out[i][j]);
    RC_ASSERT(std::fabs(f[j] - sum) <= 1e-12 * (1 + std::fabs(sum)) * static_cast<double>(x.rows));
  }
}

Kernel any_kernel() {
  Kernel k = test::drawn_kernel();
  if (*rc::gen::inRange(0, 4) == 0) k.kind = KernelKind::sigmoid;
  return k;
}

RC_GTEST_PROP(KernelRows, DoublesAreTheFormulas, ()) {
  const test::DenseRows x = drawn_rows();
  expect_values<double>(x.matrix(), x, any_kernel());
}

RC_GTEST_PROP(KernelRows, FloatsAreTheFormulasRounded, ()) {
  const test::DenseRows x = drawn_rows();
  expect_values<float>(x.matrix(), x, any_kernel());
}

RC_GTEST_PROP(KernelRows, SparseTargetsToo, ()) {
  const test::DenseRows x = drawn_rows();
  expect_values<double>(far_apart(x), x, any_kernel());
}

RC_GTEST_PROP(KernelRows, InnerProductsMakePositiveSemidefiniteMatrices, ()) {
  const test::DenseRows x = drawn_rows();
  const Kernel k = test::drawn_kernel();
  test::DenseRows gram{{}, x.rows, x.rows};
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t j = 0; j < x.rows; ++j) gram.value.push_back(test::kernel_value(k, x, i, j));
  RC_ASSERT(is_inner_product(k));
  RC_ASSERT(positive_semidefinite(gram.matrix(), 2, {}).value());
}

TEST(KernelRows, SigmoidIsNot) {
  Kernel k{KernelKind::sigmoid, 1, 3, -1};
  const test::DenseRows x{{0, 1}, 2, 1};
  test::DenseRows gram{{}, 2, 2};
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) gram.value.push_back(test::kernel_value(k, x, i, j));
  EXPECT_FALSE(positive_semidefinite(gram.matrix(), 2, {}).value());
}

}  // namespace
}  // namespace halfspace
