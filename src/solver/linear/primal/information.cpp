#include "solver/linear/primal/information.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "simd/ops.hpp"

namespace halfspace {

DenseDesign::DenseDesign(const Matrix& x, bool bias) {
  std::visit(
      [&](const auto& m) {
        rows = m.rows;
        size = m.cols + (bias ? 1 : 0);
        value.resize(rows * size);
        for (std::size_t i = 0; i < rows; ++i) {
          for_each_entry(m.row(i), [&](std::size_t j, double v) { value[i * size + j] = v; });
          if (bias) value[i * size + size - 1] = 1;
        }
      },
      x);
  scale.assign(size, 0);
  for (std::size_t k = 0; k < value.size(); ++k) scale[k % size] = std::max(scale[k % size], std::fabs(value[k]));
  for (double& s : scale) s = s == 0 ? 1 : s;
  for (std::size_t k = 0; k < value.size(); ++k) value[k] /= scale[k % size];
}

void DenseDesign::drop(std::size_t column) {
  std::size_t to = 0;
  for (std::size_t k = 0; k < value.size(); ++k) {
    if (k % size != column) value[to++] = value[k];
  }
  value.resize(to);
  scale.erase(scale.begin() + static_cast<std::ptrdiff_t>(column));
  --size;
}

std::vector<std::size_t> dependent_columns(const DenseDesign& x, bool bias, const StopToken& stop) {
  constexpr double rounding = 1e-12;
  std::vector<std::vector<double>> basis;
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < x.size; ++k) {
    stop.check((4 * basis.size() + 2) * x.rows);
    const std::size_t j = !bias ? k : k == 0 ? x.size - 1 : k - 1;
    std::vector<double> column(x.rows);
    for (std::size_t i = 0; i < x.rows; ++i) column[i] = x.row(i)[j];
    const double length = std::sqrt(squared_norm(column.data(), column.size()));
    for (int pass = 0; pass < 2; ++pass) {
      for (const auto& q : basis) axpy(-dot(q.data(), q.size(), column.data()), q.data(), q.size(), column.data());
    }
    const double left = std::sqrt(squared_norm(column.data(), column.size()));
    if (!(left > rounding * length)) {
      out.insert(out.begin(), j);
      continue;
    }
    for (double& v : column) v /= left;
    basis.push_back(std::move(column));
  }
  return out;
}

namespace {

/// I = Σ W_i x_i x_i^T
PlainCholesky factor_of(const DenseDesign& x, std::span<const double> weight, const StopToken& stop) {
  const std::size_t p = x.size;
  std::vector<double> I(p * p);
  Pace pace(stop);
  for (std::size_t i = 0; i < x.rows; ++i) {
    pace.check(p * (p + 1) / 2);
    const double* row = x.row(i);
    for (std::size_t j = 0; j < p; ++j) {
      const double scaled = weight[i] * row[j];
      for (std::size_t k = 0; k <= j; ++k) I[j * p + k] += scaled * row[k];
    }
  }
  return {std::move(I), p, pace};
}

}  // namespace

Information::Information(const DenseDesign& x, std::span<const double> weight, StopToken stop)
    : x_(x), stop_(std::move(stop)), factor_(factor_of(x, weight, stop_)) {}

double Information::leverage(const double* x) const {
  stop_.check(x_.size * x_.size / 2);
  double sum = 0;
  for (const double v : factor_.forward({x, x_.size})) sum += v * v;  // |L^-1 x|^2
  return sum;
}

std::vector<double> Information::variances() const {
  std::vector<double> out(x_.size);
  std::vector<double> unit(x_.size);
  for (std::size_t j = 0; j < x_.size; ++j) {
    unit[j] = 1;
    out[j] = leverage(unit.data()) / (x_.scale[j] * x_.scale[j]);
    unit[j] = 0;
  }
  return out;
}

}  // namespace halfspace
