// The same rows with other values.
#pragma once

#include <algorithm>
#include <cstddef>

#include "data/rows.hpp"

namespace halfspace {

/// Every stored value v of column j as f(j, v).
template <class M, class F>
CsrMatrix<double> sparse_copy(const M& m, F&& f) {
  CsrMatrix<double> out;
  out.rows = m.rows;
  out.cols = m.cols;
  out.start.resize(m.start.size());
  std::copy(m.start.begin(), m.start.end(), out.start.begin());
  out.column.resize(m.column.size());
  std::copy(m.column.begin(), m.column.end(), out.column.begin());
  out.value.resize(m.value.size());
  for (std::size_t k = 0; k < m.value.size(); ++k) out.value[k] = f(m.column[k], static_cast<double>(m.value[k]));
  return out;
}

/// Every value v of column j as f(j, v), of `cols` columns, at least those that there are; zeros that are not stored included.
template <class M, class F>
DenseMatrix<double> dense_copy(const M& m, std::size_t cols, F&& f) {
  DenseMatrix<double> out;
  out.rows = m.rows;
  out.cols = cols;
  out.value = Buffer<double>(m.rows * cols, 0.0);
  for (std::size_t i = 0; i < m.rows; ++i) {
    double* row = out.value.data() + i * cols;
    for_each_entry(m.row(i), [&](std::size_t j, double v) { row[j] = v; });
    for (std::size_t j = 0; j < cols; ++j) row[j] = f(j, row[j]);
  }
  return out;
}

}  // namespace halfspace
