#include "linalg/cholesky.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/elementary.hpp"
#include "linalg/conjugate_gradients.hpp"
#include "linalg/triangular.hpp"
#include "simd/ops.hpp"
#include "simd/row_ops.hpp"

namespace halfspace {
namespace {

constexpr double smallest_pivot = 1e-14;  // of a unit diagonal: what rounding leaves of a dependent column

}  // namespace

Cholesky::Cholesky(std::span<const double> H, std::size_t size, Dependent dependent, StopToken stop)
    : stop_(std::move(stop)), size_(size), L_(size * size), scale_(size) {
  Pace pace(stop_);
  for (std::size_t j = 0; j < size; ++j) {
    const double h = H[j * size + j];
    scale_[j] = h > 0 ? 1 / std::sqrt(h) : 0;
    if (!std::isfinite(scale_[j])) scale_[j] = 0;
  }
  constexpr std::size_t block = 16;  // rows that are held against each row before them while it is in the cache
  std::array<double, block> products{};
  const auto take = [&](std::size_t i, std::size_t j, double product) {  // of L_ij = (H_ij - Σ_k L_ik L_jk) / L_jj
    if (scale_[i] == 0 || scale_[j] == 0) return;
    L_[i * size + j] = (H[i * size + j] * scale_[i] * scale_[j] - product) / L_[j * size + j];
  };
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t first = i - i % block;
    const std::size_t rows = std::min(size - first, block);
    for (std::size_t j = 0; i == first && j < first; ++j) {
      pace.check(block * (j + 1));
      row_ops().dense_dots(L_.data() + first * size, size, rows, L_.data() + j * size, j, products.data());
      for (std::size_t k = 0; k < rows; ++k) take(first + k, j, products[k]);
    }
    double* row = L_.data() + i * size;
    for (std::size_t j = first; j < i; ++j) take(i, j, dot(row, j, L_.data() + j * size));
    double pivot = 1;
    for (std::size_t j = 0; j < i; ++j) pivot -= row[j] * row[j];
    if (pivot < smallest_pivot && dependent == Dependent::left_out) scale_[i] = 0;
    if (scale_[i] == 0) {
      for (std::size_t j = 0; j < i; ++j) row[j] = 0;
    }
    row[i] = scale_[i] > 0 ? std::sqrt(std::max(pivot, smallest_pivot)) : 1;
  }
}

void Cholesky::solve(std::span<double> r) const {
  Pace pace(stop_);
  const auto row = [&](std::size_t i) { return L_.data() + i * size_; };
  for (std::size_t i = 0; i < size_; ++i) r[i] *= scale_[i];
  solve_lower(row, size_, r.data(), pace);
  solve_lower_transposed(row, size_, r.data(), pace);
  for (std::size_t i = 0; i < size_; ++i) r[i] *= scale_[i];
}

namespace {

/// y = H x, of the lower triangle
void multiply(std::span<const double> H, std::span<const double> x, std::span<double> y, Pace& pace) {
  const std::size_t n = x.size();
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    pace.check(2 * i);
    const double* row = H.data() + i * n;
    y[i] += dot(row, i + 1, x.data());
    axpy(x[i], row, i, y.data());
  }
}

}  // namespace

double Cholesky::log_determinant() const {
  double sum = 0;
  for (std::size_t j = 0; j < size_; ++j) {
    if (scale_[j] > 0) sum += 2 * (elementary::log(L_[j * size_ + j]) - elementary::log(scale_[j]));
  }
  return sum;
}

namespace {

/// A factor as the preconditioner of conjugate gradients.
struct ByFactor {
  const Cholesky& factor;
  std::vector<double> s;  // M^-1 r

  double start(const std::vector<double>& r, std::vector<double>& p) {
    const double rest = after_solve(r);
    p = s;
    return rest;
  }

  double turn(const std::vector<double>& r, std::vector<double>& p, double before) {
    const double rest = after_solve(r);
    for (std::size_t j = 0; j < p.size(); ++j) p[j] = s[j] + rest / before * p[j];
    return rest;
  }

 private:
  double after_solve(const std::vector<double>& r) {
    s = r;
    factor.solve(s);
    return dot(r.data(), r.size(), s.data());
  }
};

}  // namespace

void Cholesky::solve_refined(std::span<const double> H, std::span<double> r) const {
  constexpr ConjugateLimits limits{8, 1e-28};
  Pace pace(stop_);
  const ByFactor preconditioner{*this, {}};
  std::vector<double> x;
  conjugate_gradients({r.begin(), r.end()}, preconditioner, limits, x,
                      ProductsAlone([&](const std::vector<double>& p, std::vector<double>& Hp) {
                        multiply(H, p, Hp, pace);
                        return true;
                      }));
  std::copy(x.begin(), x.end(), r.begin());
}

}  // namespace halfspace
