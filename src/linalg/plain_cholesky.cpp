#include "linalg/plain_cholesky.hpp"

#include <cmath>
#include <utility>

#include "base/elementary.hpp"

namespace halfspace {

PlainCholesky::PlainCholesky(std::vector<double> A, std::size_t size, Pace& pace) : size_(size), L_(std::move(A)) {
  constexpr double rounding = 1e-13;  // of sums of rows; a pivot this small against its diagonal is none
  for (std::size_t j = 0; j < size; ++j) {
    pace.check(j * j / 2 + j);
    const double diagonal = L_[j * size + j];
    for (std::size_t k = 0; k <= j; ++k) {
      double sum = L_[j * size + k];
      for (std::size_t m = 0; m < k; ++m) sum -= L_[j * size + m] * L_[k * size + m];
      if (k < j) {
        L_[j * size + k] = sum / L_[k * size + k];
      } else if (sum > rounding * diagonal) {
        L_[j * size + j] = std::sqrt(sum);
      } else {
        dependent_ = j;
        return;
      }
    }
  }
}

double PlainCholesky::log_determinant() const {
  double sum = 0;
  for (std::size_t j = 0; j < size_; ++j) sum += 2 * elementary::log(L_[j * size_ + j]);
  return sum;
}

std::vector<double> PlainCholesky::forward(std::span<const double> v) const {
  std::vector<double> out(size_);
  for (std::size_t j = 0; j < size_; ++j) {
    double sum = v[j];
    for (std::size_t k = 0; k < j; ++k) sum -= L_[j * size_ + k] * out[k];
    out[j] = sum / L_[j * size_ + j];
  }
  return out;
}

std::vector<double> PlainCholesky::solve(std::span<const double> v) const {
  std::vector<double> out = forward(v);
  for (std::size_t j = size_; j-- > 0;) {  // L' out = L^-1 v
    for (std::size_t k = j + 1; k < size_; ++k) out[j] -= L_[k * size_ + j] * out[k];
    out[j] /= L_[j * size_ + j];
  }
  return out;
}

}  // namespace halfspace
