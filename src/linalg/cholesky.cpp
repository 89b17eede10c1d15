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

/// L in panels of 8 rows, L_{8p + r, k} at k * 8 + r of panel p: what rows of two panels have in common is summed by
/// tiles, in the order of k.
class Panels {
 public:
  /// Sets scale[j] to 0 where column j is left out.
  Panels(std::span<const double> H, std::size_t size, std::span<double> scale, Dependent dependent)
      : H_(H),
        size_(size),
        count_((size + width - 1) / width),
        scale_(scale),
        dependent_(dependent),
        L_(place(count_)) {}

  void factor(Pace& pace) {
    for (std::size_t p = 0; p < count_; ++p) {
      for (std::size_t q = 0; q < p; ++q) {
        pace.check(width * width * width * (q + 1));
        take_products(p, q);
        solve_block(p, q);
      }
      take_products(p, p);
      factor_block(p);
    }
  }

  void write(std::span<double> L) const {
    for (std::size_t i = 0; i < size_; ++i) {
      const double* from = panel(i / width) + i % width;
      for (std::size_t k = 0; k <= i; ++k) L[i * size_ + k] = from[k * width];
    }
  }

 private:
  static constexpr std::size_t width = column_block;
  using Block = std::array<double, width * width>;

  /// Panel p has p + 1 blocks.
  static std::size_t place(std::size_t p) { return p * (p + 1) / 2 * width * width; }
  double* panel(std::size_t p) { return L_.data() + place(p); }
  const double* panel(std::size_t p) const { return L_.data() + place(p); }

  /// products_[r * 8 + c] = Σ_k L_ik L_jk, k < 8q, of rows i = 8p + r and j = 8q + c
  void take_products(std::size_t p, std::size_t q) {
    products_.fill(0);
    for (std::size_t r = 0; r < width; r += tile_rows)
      row_ops().add_tile(panel(q), panel(p) + r, width, q * width, products_.data() + r * width);
  }

  double scaled(std::size_t i, std::size_t j) const {
    return i < size_ && j <= i ? H_[i * size_ + j] * scale_[i] * scale_[j] : 0;
  }

  /// L_ij = (H_ij - Σ_k L_ik L_jk) / L_jj for the rows i of panel p below panel q
  void solve_block(std::size_t p, std::size_t q) {
    double* const to = panel(p) + q * width * width;
    const double* const diagonal = panel(q) + q * width * width;
    for (std::size_t c = 0; c < width; ++c) {
      const std::size_t j = q * width + c;
      std::array<double, width> rest{};
      for (std::size_t r = 0; r < width; ++r) rest[r] = scaled(p * width + r, j) - products_[r * width + c];
      for (std::size_t b = 0; b < c; ++b) {
        for (std::size_t r = 0; r < width; ++r) rest[r] -= to[b * width + r] * diagonal[b * width + c];
      }
      const bool out = scale_[j] == 0;
      for (std::size_t r = 0; r < width; ++r) to[c * width + r] = out ? 0 : rest[r] / diagonal[c * width + c];
    }
    for (std::size_t r = 0; r < width && p * width + r < size_; ++r) {
      for (std::size_t c = 0; c < width && scale_[p * width + r] == 0; ++c) to[c * width + r] = 0;
    }
  }

  void factor_block(std::size_t p) {
    double* const block = panel(p) + p * width * width;
    for (std::size_t r = 0; r < width && p * width + r < size_; ++r) {
      const std::size_t i = p * width + r;
      double pivot = 1 - products_[r * width + r];
      for (std::size_t c = 0; c < r; ++c) {
        double rest = scaled(i, p * width + c) - products_[r * width + c];
        for (std::size_t b = 0; b < c; ++b) rest -= block[b * width + r] * block[b * width + c];
        const bool out = scale_[i] == 0 || scale_[p * width + c] == 0;
        block[c * width + r] = out ? 0 : rest / block[c * width + c];
        pivot -= block[c * width + r] * block[c * width + r];
      }
      if (pivot < smallest_pivot && dependent_ == Dependent::left_out) scale_[i] = 0;
      for (std::size_t k = 0; k < i && scale_[i] == 0; ++k) panel(p)[k * width + r] = 0;
      block[r * width + r] = scale_[i] > 0 ? std::sqrt(std::max(pivot, smallest_pivot)) : 1;
    }
  }

  std::span<const double> H_;
  std::size_t size_;
  std::size_t count_;
  std::span<double> scale_;
  Dependent dependent_;
  std::vector<double> L_;
  alignas(64) Block products_{};
};

}  // namespace

Cholesky::Cholesky(std::span<const double> H, std::size_t size, Dependent dependent, StopToken stop)
    : stop_(std::move(stop)), size_(size), L_(size * size), scale_(size) {
  for (std::size_t j = 0; j < size; ++j) {
    const double h = H[j * size + j];
    scale_[j] = h > 0 ? 1 / std::sqrt(h) : 0;
    if (!std::isfinite(scale_[j])) scale_[j] = 0;
  }
  Panels panels(H, size, scale_, dependent);
  Pace pace(stop_);
  panels.factor(pace);
  panels.write(L_);
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
