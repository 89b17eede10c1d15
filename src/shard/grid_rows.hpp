// Multiples and squares of rows, added to sums on their grids (grid.hpp). With a bias a row ends with 1, at column `cols`.
#pragma once

#include <cstddef>

#include "data/rows.hpp"
#include "shard/grid.hpp"

namespace halfspace::grid {

/// to += r x
template <class T>
void add_multiple(double r, DenseRow<T> row, bool bias, std::size_t cols, double* to) {
  for (std::size_t j = 0; j < row.size; ++j) to[j] += odd(r * static_cast<double>(row.value[j]));
  if (bias) to[cols] += odd(r);
}
template <class T>
void add_multiple(double r, SparseRow<T> row, bool bias, std::size_t cols, double* to) {
  for (std::size_t k = 0; k < row.size; ++k) to[row.column[k]] += odd(r * static_cast<double>(row.value[k]));
  if (bias) to[cols] += odd(r);
}

/// The lower triangle of H += h x x', row after row.
template <class T>
void add_square(double h, DenseRow<T> row, bool bias, std::size_t cols, double* H) {
  for (std::size_t j = 0; j < row.size; ++j) {
    const double scaled = h * static_cast<double>(row.value[j]);
    double* const to = H + j * (j + 1) / 2;
    if (scaled == 0) continue;
    for (std::size_t k = 0; k <= j; ++k) to[k] += odd(scaled * static_cast<double>(row.value[k]));
  }
  if (bias) add_multiple(h, row, bias, cols, H + cols * (cols + 1) / 2);
}
template <class T>
void add_square(double h, SparseRow<T> row, bool bias, std::size_t cols, double* H) {
  for (std::size_t a = 0; a < row.size; ++a) {
    const double scaled = h * static_cast<double>(row.value[a]);
    const std::size_t j = row.column[a];
    double* const to = H + j * (j + 1) / 2;
    for (std::size_t b = 0; b <= a; ++b) to[row.column[b]] += odd(scaled * static_cast<double>(row.value[b]));
  }
  if (bias) add_multiple(h, row, bias, cols, H + cols * (cols + 1) / 2);
}

}  // namespace halfspace::grid
