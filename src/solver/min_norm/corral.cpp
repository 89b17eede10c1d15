#include "solver/min_norm/corral.hpp"

#include <algorithm>
#include <cmath>

#include "base/elementary.hpp"
#include "simd/ops.hpp"
#include "simd/row_ops.hpp"

namespace halfspace {
namespace {

/// Below this share of its length a column is taken to depend on the others.
constexpr double dependent = 1e-13;

/// r is found anew after so many removals, where it has come down to half the longest it was since, and after each removal
/// where it is short: what rounding leaves of it along Q is a share of its length, and has to be small beside its square.
constexpr std::uint64_t removals_kept = 64;
constexpr double much_shorter = 0.5;
constexpr double short_residual = 1e-4;

double norm(const double* a, std::size_t n) { return std::sqrt(squared_norm(a, n)); }

std::vector<double> first_unit_vector(std::size_t size) {
  std::vector<double> out(size);
  out[0] = 1;
  return out;
}

}  // namespace

Corral::Corral(std::size_t dims) : Corral(first_unit_vector(dims + 1)) {}

Corral::Corral(std::vector<double> target)
    : height_(target.size()),
      target_(std::move(target)),
      residual_(target_),
      length_found_(norm(target_.data(), height_)) {}

bool Corral::add(std::span<const double> point, bool free) {
  q_.resize((count_ + 1) * height_);
  double* a = q(count_);
  a[0] = free ? 0 : 1;
  std::copy(point.begin(), point.end(), a + 1);
  const double length = norm(a, height_);
  std::vector<double> r(count_ + 1);
  for (int pass = 0; pass < 2; ++pass) row_ops().take_parts(q_.data(), count_, height_, a, r.data());
  const double left = norm(a, height_);
  if (!(left > dependent * length)) return false;
  r[count_] = left;
  for (std::size_t j = 0; j < height_; ++j) a[j] /= left;
  r_.push_back(std::move(r));
  part_.push_back(dot(a, height_, target_.data()));
  ++count_;
  double part = 0;  // r -= q (q.r)
  for (int pass = 0; pass < 2; ++pass) row_ops().take_parts(a, 1, height_, residual_.data(), &part);
  if (norm(residual_.data(), height_) < much_shorter * length_found_) find_residual();
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
    const auto rotate = [&](double& upper, double& lower) {
      const double u = upper;
      upper = c * u + s * lower;
      lower = c * lower - s * u;
    };
    for (std::size_t i = j; i < count_; ++i) rotate(r_[i][j], r_[i][j + 1]);
    double* left = q(j);
    double* right = q(j + 1);
    for (std::size_t i = 0; i < height_; ++i) rotate(left[i], right[i]);
    rotate(part_[j], part_[j + 1]);
    r_[j].resize(j + 1);
  }
  axpy(part_[count_], q(count_), height_, residual_.data());  // the column that left Q is orthogonal to all others
  const double longer = norm(residual_.data(), height_);
  length_found_ = std::max(length_found_, longer);
  if (++removed_ % removals_kept == 0 || longer < short_residual) find_residual();
  part_.pop_back();
  q_.resize(count_ * height_);
}

void Corral::find_residual() {
  residual_ = target_;
  std::vector<double> parts(count_);
  for (int pass = 0; pass < 2; ++pass) row_ops().take_parts(q_.data(), count_, height_, residual_.data(), parts.data());
  length_found_ = norm(residual_.data(), height_);
}

std::vector<double> Corral::solve() const {
  std::vector<double> y = part_;  // R y = Q't
  for (std::size_t k = count_; k-- > 0;) {
    y[k] /= r_[k][k];
    axpy(-y[k], r_[k].data(), k, y.data());
  }
  return y;
}

}  // namespace halfspace
