// Kernel values k(x_j, x) of a row x and all support rows x_j.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "base/elementary.hpp"
#include "model/model.hpp"

namespace halfspace {

class KernelRow {
 public:
  KernelRow(const Support& support, const FeatureMap& map) : KernelRow(support.kernel, support.rows, map) {
    phase_ = support.phase;
  }

  KernelRow(const Kernel& kernel, const CsrMatrix<double>& rows, const FeatureMap& map)
      : map_(map), rows_(rows), kernel_(kernel) {
    for (std::size_t j = 0; j < rows_.rows; ++j) squared_.push_back(squared_norm(rows_.row(j)));
    for (std::size_t k = 0; k < map.shift.size(); ++k) origin_.push_back(-map.shift[k] * map.factor[k]);
    if (origin_.empty()) origin_.resize(rows_.cols);
  }

  std::size_t size() const { return rows_.rows; }

  /// Multiplications of a row, cosines and exponentials included.
  std::uint64_t work() const {
    constexpr std::uint64_t of_function = 16;
    const bool distances = kernel_.kind == KernelKind::laplacian && phase_.empty();
    return (distances ? rows_.rows * rows_.cols : rows_.value.size()) + of_function * rows_.rows + 2 * origin_.size();
  }

  /// `row` holds features before scaling; `unseen` is what columns beyond them add to |x|^2.
  template <class Row>
  std::vector<double> operator()(Row row, double unseen = 0) const {
    std::vector<double> x = origin_;
    for_each_entry(row, [&](std::size_t j, double v) {
      const double shift = map_.shift.empty() ? 0 : map_.shift[j];
      x[j] = map_.factor.empty() ? v : (v - shift) * map_.factor[j];
    });
    const double xx = squared_norm(DenseRow<double>{x.data(), x.size()}) + unseen;
    std::vector<double> out(rows_.rows);
    for (std::size_t j = 0; j < out.size(); ++j) {
      const bool distances = kernel_.kind == KernelKind::laplacian;
      if (!phase_.empty()) {
        out[j] = elementary::cos(dot(rows_.row(j), x.data()) + phase_[j]);
        continue;
      }
      out[j] = kernel_(distances ? distance(rows_.row(j), x) : dot(rows_.row(j), x.data()), squared_[j], xx);
      if (kernel_.squares() && !std::isfinite(xx + squared_[j])) out[j] = of_far_rows(rows_.row(j), x, unseen);
    }
    return out;
  }

 private:
  /// Σ of(|u_j - x_j|)
  template <class F>
  static double distance(SparseRow<double> u, const std::vector<double>& x, F of) {
    double sum = 0;
    std::size_t k = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const bool both = k < u.size && u.column[k] == j;
      sum += of(std::fabs(both ? x[j] - u.value[k++] : x[j]));
    }
    return sum;
  }

  /// |u - x|_1
  static double distance(SparseRow<double> u, const std::vector<double>& x) {
    return distance(u, x, [](double v) { return v; });
  }

  /// The same kernel from |u - x|^2 itself, where |u|^2 or |x|^2 overflows.
  double of_far_rows(SparseRow<double> u, const std::vector<double>& x, double unseen) const {
    return kernel_(0, distance(u, x, [](double v) { return v * v; }), unseen);
  }

  const FeatureMap& map_;
  const CsrMatrix<double>& rows_;
  std::span<const double> phase_;
  Kernel kernel_;
  std::vector<double> squared_;  // |x_j|^2
  std::vector<double> origin_;   // a row of zeros, scaled
};

}  // namespace halfspace
