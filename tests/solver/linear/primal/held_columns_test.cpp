// However columns came and went, and curvatures moved, H is Z_A' diag(D') Z_A of the columns held, with D' near D.
#include "solver/linear/primal/held_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "data/rows.hpp"

namespace halfspace {
namespace {

void expect_products(const Design& z, const HeldColumns& held) {
  const std::vector<std::size_t>& A = held.columns();
  const std::size_t k = A.size();
  std::vector<double> H;
  held.write_matrix(H);
  std::vector<double> row(z.dims());
  std::vector<double> expected(k * k);
  std::vector<double> u(k);
  std::vector<double> dm(z.n());
  for (std::size_t a = 0; a < k; ++a) u[a] = static_cast<double>(a) + 1;
  held.margins(u, dm);
  for (std::size_t i = 0; i < z.n(); ++i) {
    z.write_row(i, row);
    double m = 0;
    for (std::size_t a = 0; a < k; ++a) {
      m += u[a] * row[A[a]];
      for (std::size_t b = 0; b < k; ++b) expected[a * k + b] += held.curvature()[i] * row[A[a]] * row[A[b]];
    }
    RC_ASSERT(dm[i] == m);
  }
  RC_ASSERT(H == expected);  // few digits: every sum is exact
}

/// Numbers of few digits in up to 20 columns; sparse rows may store zeros, dense ones have a gap between them.
struct FewDigits {
  Matrix x;
  std::vector<std::int8_t> y;

  FewDigits() {
    const auto n = *rc::gen::inRange<std::size_t>(1, 40);
    const auto d = *rc::gen::inRange<std::size_t>(1, 21);
    const int absent = *rc::gen::element(0, 1, 4, 8);  // of ten
    DenseMatrix<double> dense;
    CsrMatrix<float> sparse;
    dense.rows = sparse.rows = n;
    dense.cols = sparse.cols = d;
    dense.gap = *rc::gen::inRange<std::size_t>(0, 3);
    sparse.start.push_back(0);
    for (std::size_t i = 0; i < n; ++i) {
      y.push_back(*rc::gen::inRange(0, 2) == 0 ? -1 : 1);
      for (std::size_t j = 0; j < d; ++j) {
        const bool there = *rc::gen::inRange(0, 10) >= absent;
        const int v = there ? *rc::gen::inRange(-4, 5) : 0;
        dense.value.push_back(v);
        if (!there) continue;
        sparse.column.push_back(static_cast<std::uint32_t>(j));
        sparse.value.push_back(static_cast<float>(v));
      }
      for (std::size_t k = 0; k < dense.gap; ++k) dense.value.push_back(1000);
      sparse.start.push_back(sparse.value.size());
    }
    if (*rc::gen::element(false, true)) {
      x = std::move(dense);
    } else {
      x = std::move(sparse);
    }
  }
};

RC_GTEST_PROP(HeldColumns, HaveTheProductsOfTheirRows, ()) {
  const FewDigits c;
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.bias = *rc::gen::element(Bias::free, Bias::augmented, Bias::none);
  Design z({c.x, c.y, {}}, o);
  HeldColumns held(z);
  std::vector<double> D(z.n());
  constexpr double share = 0.25;
  for (int turn = 0; turn < 8; ++turn) {
    std::vector<std::size_t> come;
    for (std::size_t j = 0; j < z.dims(); ++j) {
      if (!held.holds(j) && *rc::gen::inRange(0, 2) == 1) come.push_back(j);
    }
    held.add(come);
    for (double& d : D) {
      if (*rc::gen::inRange(0, 4) > 0) d = *rc::gen::inRange(0, 9) / 8.0;
    }
    if (*rc::gen::inRange(0, 4) == 0) {
      z.set_cost(2 * z.cost()[0]);
      for (double& d : D) d *= 2;
    }
    const bool follows = *rc::gen::inRange(0, 3) > 0;  // else columns come, and perhaps go, before they are summed
    if (follows) {
      held.follow(D, share);
      for (std::size_t i = 0; i < z.n(); ++i)
        RC_ASSERT(std::fabs(held.curvature()[i] - D[i]) <= share * std::max(held.curvature()[i], D[i]));
      expect_products(z, held);
    }
    std::vector<std::size_t> stay;
    for (std::size_t a = 0; a < held.columns().size(); ++a) {
      if (*rc::gen::inRange(0, 3) > 0) stay.push_back(a);
    }
    held.keep(stay);
    if (follows) expect_products(z, held);
  }
}

}  // namespace
}  // namespace halfspace
