// Scores of a kernel model: sum_j a_j k(x_j, x) + b for each output.
#pragma once

#include <cmath>
#include <vector>

#include "model/model.hpp"

namespace halfspace {

class KernelScorer {
 public:
  explicit KernelScorer(const Model& m) : m_(m), rows_(m.support->rows), kernel_(m.support->kernel) {
    for (std::size_t j = 0; j < rows_.rows; ++j) squared_.push_back(squared_norm(rows_.row(j)));
    for (std::size_t k = 0; k < m.map.shift.size(); ++k) origin_.push_back(-m.map.shift[k] * m.map.factor[k]);
    if (origin_.empty()) origin_.resize(rows_.cols);
  }

  /// `row` holds features before scaling.
  template <class Row>
  void score(Row row, double* out) const {
    std::vector<double> x = origin_;
    for_each_entry(row, [&](std::size_t j, double v) {
      const double shift = m_.map.shift.empty() ? 0 : m_.map.shift[j];
      x[j] = m_.map.factor.empty() ? v : (v - shift) * m_.map.factor[j];
    });
    const double xx = squared_norm(DenseRow<double>{x.data(), x.size()});
    const std::size_t m = rows_.rows;
    for (std::size_t k = 0; k < m_.outputs(); ++k) out[k] = m_.b[k];
    for (std::size_t j = 0; j < m; ++j) {
      const double dot_or_distance =
          kernel_.kind == KernelKind::laplacian ? distance(rows_.row(j), x) : dot(rows_.row(j), x.data());
      const double value = kernel_(dot_or_distance, squared_[j], xx);
      for (std::size_t k = 0; k < m_.outputs(); ++k) out[k] += m_.w[k * m + j] * value;
    }
  }

 private:
  /// |u - x|_1
  static double distance(SparseRow<double> u, std::vector<double> x) {
    for_each_entry(u, [&](std::size_t j, double v) { x[j] -= v; });
    double sum = 0;
    for (const double v : x) sum += std::fabs(v);
    return sum;
  }

  const Model& m_;
  const CsrMatrix<double>& rows_;
  Kernel kernel_;
  std::vector<double> squared_;  // |x_j|^2
  std::vector<double> origin_;   // a row of zeros, scaled
};

}  // namespace halfspace
