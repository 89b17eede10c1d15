#include "linalg/wide_factor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {

bool WideFactor::add(std::span<const long double> products, long double diagonal, long double least) {
  std::vector<long double> row(products.begin(), products.end());
  long double pivot = diagonal;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    long double sum = row[k];
    for (std::size_t l = 0; l < k; ++l) sum -= rows_[k][l] * row[l];
    row[k] = sum / rows_[k][k];
    pivot -= row[k] * row[k];
  }
  if (!(pivot > least * diagonal)) return false;
  row.push_back(std::sqrt(pivot));
  rows_.push_back(std::move(row));
  return true;
}

/// The rows below lose their k-th number; rotations of columns make them triangular again.
void WideFactor::remove(std::size_t k) {
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
  for (std::size_t j = k; j < rows_.size(); ++j) {
    const long double a = rows_[j][j];
    const long double b = rows_[j][j + 1];
    const long double length = std::hypot(a, b);
    for (std::size_t i = j; i < rows_.size(); ++i) {
      const long double left = rows_[i][j];
      const long double right = rows_[i][j + 1];
      rows_[i][j] = (a * left + b * right) / length;
      rows_[i][j + 1] = (a * right - b * left) / length;
    }
    rows_[j].pop_back();
  }
}

void WideFactor::solve(std::span<long double> r) const {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    for (std::size_t l = 0; l < k; ++l) r[k] -= rows_[k][l] * r[l];
    r[k] /= rows_[k][k];
  }
  for (std::size_t k = rows_.size(); k-- > 0;) {
    r[k] /= rows_[k][k];
    for (std::size_t l = 0; l < k; ++l) r[l] -= rows_[k][l] * r[k];
  }
}

long double WideFactor::least_pivot() const {
  long double least = std::numeric_limits<long double>::infinity();
  for (const auto& row : rows_) least = std::min(least, row.back() * row.back());
  return least;
}

}  // namespace halfspace
