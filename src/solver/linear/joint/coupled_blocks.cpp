#include "solver/linear/joint/coupled_blocks.hpp"

#include <algorithm>
#include <limits>

namespace halfspace {

CoupledBlocks::CoupledBlocks(const JointRows& z) : z_(z), theta_(z.n() * z.classes()), phi_(z.n()), row_(z.classes()) {
  // Of the mean square of a row: what the method of multipliers adds to t/a. The solution stays, and the system keeps
  // some digits at C of 10^12.
  constexpr double damping = 1e-14;
  double squares = 0;
  for (std::size_t i = 0; i < z.n(); ++i) squares += z.squared_norm(i);
  damping_ = damping * std::max(squares / static_cast<double>(z.n()), std::numeric_limits<double>::min());
}

void CoupledBlocks::set(std::span<const double> a, std::span<const double> t, std::span<const double> r,
                        std::span<const double> xi) {
  for (std::size_t i = 0; i < z_.n(); ++i) {
    z_.each_other(i, [&](std::size_t p) { theta_[p] = 1 / (t[p] / a[p] + damping_); });
    phi_[i] = xi[i] / r[i];
  }
}

double CoupledBlocks::sum(std::size_t i) const {
  double sum = 0;
  z_.each_other(i, [&](std::size_t p) { sum += theta_[p]; });
  return sum;
}

void CoupledBlocks::square(std::size_t i, std::span<double> M) const {
  const std::size_t K = z_.classes();
  const std::size_t y = z_.label(i);
  const double* theta = theta_.data() + i * K;
  const double phi = phi_[i];
  const double sum = this->sum(i);
  for (std::size_t k = 0; k < K; ++k) {
    for (std::size_t l = 0; l < k; ++l)
      M[k * K + l] = k == y   ? -theta[l] / (1 + phi * sum)
                     : l == y ? -theta[k] / (1 + phi * sum)
                              : -theta[k] * theta[l] * phi / (1 + phi * sum);
    M[k * K + k] = k == y ? sum / (1 + phi * sum) : theta[k] * (1 + phi * (sum - theta[k])) / (1 + phi * sum);
  }
}

void CoupledBlocks::multiply(std::size_t i, std::span<double> v) {
  const double phi = phi_[i];
  const double sum = this->sum(i);
  z_.each_other(i, [&](std::size_t p) {  // θ_k (v_k + φ Σ_l θ_l (v_k - v_l)) / (1 + φ Σ θ), where nothing cancels
    double apart = 0;
    z_.each_other(i, [&](std::size_t q) { apart += theta_[q] * (v[p] - v[q]); });
    row_[p % z_.classes()] = theta_[p] * (v[p] + phi * apart) / (1 + phi * sum);
  });
  z_.each_other(i, [&](std::size_t p) { v[p] = row_[p % z_.classes()]; });
}

}  // namespace halfspace
