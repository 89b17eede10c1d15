// Small problems for kernel machines, and the matrix K of a kernel written down in full.
#pragma once

#include <cmath>
#include <vector>

#include <rapidcheck.h>

#include "kernel/kernel.hpp"
#include "solver/dense_rows.hpp"
#include "solver/kernel/kernel_svm.hpp"

namespace halfspace::test {

struct KernelCase {
  DenseRows rows;
  std::vector<std::int8_t> y;
  std::vector<double> weight;

  std::size_t n() const { return y.size(); }
};

/// Rows of one column.
inline KernelCase on_a_line(const std::vector<double>& values, const std::vector<std::int8_t>& y) {
  KernelCase c;
  c.rows.value = values;
  c.rows.rows = values.size();
  c.y = y;
  return c;
}

/// k(x_i, x_j) by its formula, and the constant.
inline double kernel_value(const Kernel& k, const DenseRows& x, std::size_t i, std::size_t j, double constant = 0) {
  double product = 0;
  double distance = 0;
  double ii = 0;
  double jj = 0;
  for (std::size_t c = 0; c < x.cols; ++c) {
    const double a = x.row(i).value[c];
    const double b = x.row(j).value[c];
    product += a * b;
    distance += std::fabs(a - b);
    ii += a * a;
    jj += b * b;
  }
  return k(k.kind == KernelKind::laplacian ? distance : product, ii, jj) + constant;
}

/// The rows of a lower triangular L with L L' = K + small I: features whose inner products are the kernel's.
inline DenseRows kernel_features(const Kernel& k, const DenseRows& x, double small) {
  const std::size_t n = x.rows;
  DenseRows out{std::vector<double>(n * n), n, n};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = kernel_value(k, x, i, j) + (i == j ? small : 0);
      for (std::size_t c = 0; c < j; ++c) sum -= out.value[i * n + c] * out.value[j * n + c];
      out.value[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / out.value[j * n + j];
    }
  }
  return out;
}

/// Up to 30 rows of up to 4 columns with values in tenths, both classes, row weights at times.
inline KernelCase drawn_case() {
  KernelCase c;
  const auto n = static_cast<std::size_t>(*rc::gen::inRange(4, 30));
  c.rows.cols = static_cast<std::size_t>(*rc::gen::inRange(1, 5));
  c.rows.rows = n;
  for (std::size_t k = 0; k < n * c.rows.cols; ++k) c.rows.value.push_back(*rc::gen::inRange(-20, 21) / 10.0);
  for (std::size_t i = 0; i < n; ++i) c.y.push_back(i < 2 ? (i == 0 ? 1 : -1) : *rc::gen::element<std::int8_t>(-1, 1));
  if (*rc::gen::inRange(0, 3) == 0)
    for (std::size_t i = 0; i < n; ++i) c.weight.push_back(*rc::gen::inRange(1, 8) / 2.0);
  return c;
}

inline Kernel drawn_kernel() {
  Kernel k;
  k.kind = *rc::gen::element(KernelKind::linear, KernelKind::polynomial, KernelKind::rbf, KernelKind::laplacian);
  k.gamma = *rc::gen::element(0.1, 0.5, 2.0);
  k.degree = static_cast<std::uint64_t>(*rc::gen::inRange(1, 4));
  k.coef0 = *rc::gen::element(0.0, 1.0);
  return k;
}

inline KernelChoices options_of(const Kernel& k) {
  KernelChoices o;
  o.kernel = k.kind;
  o.gamma = k.gamma;
  o.degree = k.degree;
  o.coef0 = k.coef0;
  return o;
}

}  // namespace halfspace::test
