#include "solver/min_norm/corral.hpp"

#include <algorithm>
#include <cmath>

#include "base/elementary.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

/// Below this share of its length a column is taken to depend on the others.
constexpr double dependent = 1e-13;

double norm(const double* a, std::size_t n) { return std::sqrt(squared_norm(a, n)); }

std::vector<double> first_unit_vector(std::size_t size) {
  std::vector<double> out(size);
  out[0] = 1;
  return out;
}

}  // namespace

Corral::Corral(std::size_t dims) : Corral(first_unit_vector(dims + 1)) {}

Corral::Corral(std::vector<double> target) : height_(target.size()), target_(std::move(target)), residual_(target_) {}

bool Corral::add(std::span<const double> point, bool free) {
  q_.resize((count_ + 1) * height_);
  double* a = q(count_);
  a[0] = free ? 0 : 1;
  std::copy(point.begin(), point.end(), a + 1);
  const double length = norm(a, height_);
  std::vector<double> r(count_ + 1);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t k = 0; k < count_; ++k) {
      const double c = dot(q(k), height_, a);  // a -= q_k (q_k.a)
      r[k] += c;
      axpy(-c, q(k), height_, a);
    }
  }
  const double left = norm(a, height_);
  if (!(left > dependent * length)) return false;
  r[count_] = left;
  for (std::size_t j = 0; j < height_; ++j) a[j] /= left;
  r_.push_back(std::move(r));
  ++count_;
  for (int pass = 0; pass < 2; ++pass) {
    const double c = dot(a, height_, residual_.data());  // r -= q (q.r)
    axpy(-c, a, height_, residual_.data());
  }
  return true;
}

void Corral::remove(std::size_t k) {
  r_.erase(r_.begin() + static_cast<std::ptrdiff_t>(k));
  --count_;
  for (std::size_t j = k; j < count_; ++j) {  // a rotation of rows j, j+1 of R and columns j, j+1 of Q
    const double a = r_[j][j];
    const double b = r_[j][j + 1];
    const double h = elementary::hypot(a, b);
    const double c = a / h;
    const double s = b / h;
    for (std::size_t i = j; i < count_; ++i) {
      const double upper = r_[i][j];
      const double lower = r_[i][j + 1];
      r_[i][j] = c * upper + s * lower;
      r_[i][j + 1] = c * lower - s * upper;
    }
    double* left = q(j);
    double* right = q(j + 1);
    for (std::size_t i = 0; i < height_; ++i) {
      const double u = left[i];
      const double v = right[i];
      left[i] = c * u + s * v;
      right[i] = c * v - s * u;
    }
    r_[j].resize(j + 1);
  }
  q_.resize(count_ * height_);
  find_residual();
}

void Corral::find_residual() {
  residual_ = target_;
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t k = 0; k < count_; ++k) {
      const double c = dot(q(k), height_, residual_.data());
      axpy(-c, q(k), height_, residual_.data());
    }
  }
}

std::vector<double> Corral::solve() const {
  std::vector<double> y(count_);
  for (std::size_t k = 0; k < count_; ++k) y[k] = dot(q(k), height_, target_.data());  // R y = Q^T t
  for (std::size_t k = count_; k-- > 0;) {
    y[k] /= r_[k][k];
    for (std::size_t i = 0; i < k; ++i) y[i] -= r_[k][i] * y[k];
  }
  return y;
}

}  // namespace halfspace
