// Passes over the used columns alone give the products of the design, whatever the form of its rows.
#include "solver/linear/fused_rows.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

constexpr std::size_t fused_n = 150;  // more than two blocks of rows
constexpr std::size_t fused_d = 40;

/// Columns 3, 6, 9, ... have no entry, row 5 neither.
template <class T>
CsrMatrix<T> rows_with_gaps(Rng& rng) {
  CsrMatrix<T> x;
  x.start.push_back(0);
  for (std::size_t i = 0; i < fused_n; ++i) {
    for (std::size_t j = 0; j < fused_d; ++j) {
      if (j % 3 == 0 || i == 5 || rng.bounded(4) != 0) continue;
      x.column.push_back(static_cast<std::uint32_t>(j));
      x.value.push_back(static_cast<T>(rng.bounded(1000)) / 1000 - T(0.5));
    }
    x.start.push_back(x.value.size());
  }
  x.rows = fused_n;
  x.cols = fused_d;
  return x;
}

template <class T>
DenseMatrix<T> dense_rows_of(Rng& rng) {
  DenseMatrix<T> x;
  x.rows = fused_n;
  x.cols = fused_d;
  for (std::size_t k = 0; k < fused_n * fused_d; ++k) x.value.push_back(static_cast<T>(rng.bounded(1000)) / 1000);
  return x;
}

std::vector<double> some_numbers(std::size_t n, Rng& rng) {
  std::vector<double> out(n);
  for (double& v : out) v = static_cast<double>(rng.bounded(1000)) / 500 - 1;
  return out;
}

void expect_products_of_design(const Matrix& x, Bias bias, Rng& rng) {
  std::vector<std::int8_t> y(fused_n);
  for (std::size_t i = 0; i < fused_n; ++i) y[i] = i % 3 == 0 ? 1 : -1;
  LinearOptions options;
  options.loss = LossKind::logistic;
  options.bias = bias;
  const std::vector<double> weight = some_numbers(0, rng);
  const LinearProblem problem{x, y, weight};
  const Design z(problem, options);
  const FusedRows rows(z);
  std::vector<double> full(z.dims());
  std::vector<double> own = some_numbers(rows.dims(), rng);
  std::set<std::size_t> columns;
  for (std::size_t k = 0; k < rows.dims(); ++k) {
    full[rows.column(k)] = own[k];
    columns.insert(rows.column(k));
  }
  ASSERT_EQ(columns.size(), rows.dims());
  const std::vector<double> alpha = some_numbers(z.n(), rng);
  std::vector<double> D = some_numbers(z.n(), rng);
  std::vector<double> m(z.n());
  std::vector<double> t(z.n());
  z.margins(full, m);
  rows.margins(own, t);
  EXPECT_EQ(m, t);  // the order of additions is the same
  std::vector<double> q(z.dims());
  std::vector<double> h(z.dims());
  std::vector<double> Hp(z.dims());
  std::vector<double> Dm(z.n());
  for (std::size_t i = 0; i < z.n(); ++i) Dm[i] = D[i] * m[i];
  z.combine(alpha, q);
  z.combine(Dm, Hp);
  z.gram_diagonal(D, h);
  std::vector<double> own_q(rows.dims());
  std::vector<double> own_h(rows.dims());
  std::vector<double> own_Hp(rows.dims());
  rows.gradient(alpha, D, own_q, own_h);
  rows.product(D, own, t, own_Hp);
  EXPECT_EQ(m, t);
  for (std::size_t k = 0; k < rows.dims(); ++k) {
    const std::size_t j = rows.column(k);
    EXPECT_DOUBLE_EQ(own_q[k], q[j]);
    EXPECT_DOUBLE_EQ(own_h[k], h[j]);
    EXPECT_DOUBLE_EQ(own_Hp[k], Hp[j]);
    q[j] = 0;
  }
  for (const double left : q) EXPECT_EQ(left, 0);  // no other column has an entry
}

TEST(FusedRows, HaveTheProductsOfTheDesign) {
  Rng rng(1, Stream::start);
  for (const Bias bias : {Bias::none, Bias::free, Bias::augmented}) {
    expect_products_of_design(Matrix(rows_with_gaps<double>(rng)), bias, rng);
    expect_products_of_design(Matrix(rows_with_gaps<float>(rng)), bias, rng);
    expect_products_of_design(Matrix(dense_rows_of<double>(rng)), bias, rng);
    expect_products_of_design(Matrix(dense_rows_of<float>(rng)), bias, rng);
  }
}

}  // namespace
}  // namespace halfspace
