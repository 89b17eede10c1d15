#include "linalg/orthogonal_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/elementary.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

/// Takes from the column its parts along the first `count` columns of Q and adds them to r; what is left of its length.
double take_parts(const std::vector<double>& Q, std::size_t count, std::span<double> column, double* r) {
  const std::size_t n = column.size();
  for (std::size_t k = 0; k < count; ++k) {
    const double part = dot(Q.data() + k * n, n, column.data());
    axpy(-part, Q.data() + k * n, n, column.data());
    r[k] += part;
  }
  return std::sqrt(squared_norm(column.data(), n));
}

}  // namespace

double length_of(std::span<const double> v) {
  double largest = 0;
  for (const double x : v) largest = std::max(largest, std::fabs(x));
  if (!(largest > 0) || std::isinf(largest)) return largest;
  double sum = 0;
  for (const double x : v) sum += (x / largest) * (x / largest);
  return largest * std::sqrt(sum);
}

double rounding_of(std::span<const double> column, double c, std::span<const double> factor) {
  constexpr double few = 8 * std::numeric_limits<double>::epsilon();
  std::vector<double> size(column.size());
  for (std::size_t i = 0; i < size.size(); ++i)
    size[i] = (std::fabs(column[i]) + std::fabs(c)) * (factor.empty() ? 1 : factor[i]);
  return few * length_of(size);
}

OrthogonalColumns::OrthogonalColumns(std::vector<double> columns, std::size_t rows, double rounding,
                                     std::span<const double> floor, const StopToken& stop)
    : rows_(rows), size_(rows == 0 ? 0 : columns.size() / rows), q_(std::move(columns)) {
  constexpr double much = 0.7;
  std::vector<double> r;
  for (std::size_t j = 0; j < size_; ++j) {
    const std::size_t k = kept_.size();
    stop.check((4 * k + 2) * rows);
    const std::span<double> column(q_.data() + k * rows, rows);
    std::copy_n(q_.data() + j * rows, rows, column.data());
    const double length = length_of(column);
    if (!(length > 0)) {
      dependent_.push_back(j);
      continue;
    }
    for (double& v : column) v /= length;
    r.assign(k + 1, 0);
    double left = take_parts(q_, k, column, r.data());
    if (left < much) left = take_parts(q_, k, column, r.data());
    if (!(left > rounding && (floor.empty() || left * length > floor[j]))) {
      dependent_.push_back(j);
      continue;
    }
    for (double& v : column) v /= left;
    r[k] = left;
    r_.insert(r_.end(), r.begin(), r.end());
    length_.push_back(length);
    kept_.push_back(j);
  }
  q_.resize(kept_.size() * rows);
}

double OrthogonalColumns::log_determinant() const {
  double sum = 0;
  for (std::size_t k = 0; k < kept_.size(); ++k) sum += 2 * (elementary::log(r(k)[k]) + elementary::log(length_[k]));
  return sum;
}

std::vector<double> OrthogonalColumns::forward(std::span<const double> v) const {
  std::vector<double> out(kept_.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = (v[kept_[k]] / length_[k] - dot(r(k), k, out.data())) / r(k)[k];
  return out;
}

std::vector<double> OrthogonalColumns::back(std::vector<double> x) const {
  std::vector<double> out(size_);
  for (std::size_t k = x.size(); k-- > 0;) {
    x[k] /= r(k)[k];
    axpy(-x[k], r(k), k, x.data());
    out[kept_[k]] = x[k] / length_[k];
  }
  return out;
}

}  // namespace halfspace
