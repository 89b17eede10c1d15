#include "solver/linear/cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/elementary.hpp"
#include "simd/ops.hpp"

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
  const auto eliminate = [&](std::size_t i, std::size_t j) {
    if (scale_[i] == 0 || scale_[j] == 0) return;
    double* row = L_.data() + i * size;
    const double* other = L_.data() + j * size;
    const double h = H[i * size + j] * scale_[i] * scale_[j];
    row[j] = (h - dot(row, j, other)) / other[j];  // L_ij = (H_ij - Σ_k L_ik L_jk) / L_jj
  };
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t first = i - i % block;
    for (std::size_t j = 0; i == first && j < first; ++j) {
      pace.check(block * (j + 1));
      for (std::size_t k = first; k < std::min(size, first + block); ++k) eliminate(k, j);
    }
    for (std::size_t j = first; j < i; ++j) eliminate(i, j);
    double* row = L_.data() + i * size;
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
  for (std::size_t i = 0; i < size_; ++i) {  // L u = S r
    pace.check(2 * i);
    const double* row = L_.data() + i * size_;
    r[i] = (r[i] * scale_[i] - dot(row, i, r.data())) / row[i];
  }
  for (std::size_t i = size_; i-- > 0;) {  // L' x = u
    const double* row = L_.data() + i * size_;
    r[i] /= row[i];
    axpy(-r[i], row, i, r.data());
  }
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

void Cholesky::solve_refined(std::span<const double> H, std::span<double> r) const {
  constexpr int most_rounds = 8;
  constexpr double refined = 1e-28;  // of r.H^-1 r
  std::vector<double> x(size_);
  std::vector<double> p(size_);
  std::vector<double> s(size_);
  std::vector<double> Hp(size_);
  Pace pace(stop_);
  double rs = 0;
  double first = 0;
  for (int round = 0; round < most_rounds; ++round) {  // Golub and Van Loan 2013, algorithm 11.5.1
    std::copy(r.begin(), r.end(), s.begin());
    solve(s);
    const double before = rs;
    rs = dot(r.data(), size_, s.data());
    if (round == 0) first = rs;
    if (!(rs > refined * first)) break;
    for (std::size_t j = 0; j < size_; ++j) p[j] = s[j] + (round > 0 ? rs / before * p[j] : 0);
    multiply(H, p, Hp, pace);
    const double curvature = dot(p.data(), size_, Hp.data());
    if (!(curvature > 0)) break;
    axpy(rs / curvature, p.data(), size_, x.data());
    axpy(-rs / curvature, Hp.data(), size_, r.data());
  }
  std::copy(x.begin(), x.end(), r.begin());
}

}  // namespace halfspace
