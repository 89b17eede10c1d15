// Matrices of other values or another kind.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "data/rows.hpp"

namespace halfspace {

inline std::string too_much_memory(std::uint64_t cols, double bytes, std::uint64_t max_bytes) {
  constexpr double mib = 1048576;
  return "the rows have " + counted(cols, "feature") + " and need " +
         grouped(static_cast<std::uint64_t>(std::ceil(bytes / mib))) + " MiB, more than the limit of " +
         grouped(max_bytes >> 20U) + " MiB; give more with --max-memory, or choose fewer --columns";
}

/// The matrix as float where that loses nothing.
template <template <class> class M>
Matrix narrowed(M<double> m) {
  if constexpr (!rows_of_floats) return m;
  for (const double v : m.value) {
    if (static_cast<double>(static_cast<float>(v)) != v) return m;
  }
  M<float> out;
  out.rows = m.rows;
  out.cols = m.cols;
  out.value = std::move(m.value).template narrowed<float>();
  if constexpr (requires { m.gap; }) out.gap = m.gap;
  if constexpr (requires { m.column; }) {
    out.start = std::move(m.start);
    out.column = std::move(m.column);
  }
  return held(std::move(out));
}

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

/// Every value v of column j as f(j, v), zeros that are not stored included.
template <class M, class F>
DenseMatrix<double> dense_copy(const M& m, F&& f) {
  DenseMatrix<double> out;
  out.rows = m.rows;
  out.cols = m.cols;
  out.value = Buffer<double>(m.rows * m.cols, 0.0);
  for (std::size_t i = 0; i < m.rows; ++i) {
    double* row = out.value.data() + i * m.cols;
    for_each_entry(m.row(i), [&](std::size_t j, double v) { row[j] = v; });
    for (std::size_t j = 0; j < m.cols; ++j) row[j] = f(j, row[j]);
  }
  return out;
}

}  // namespace halfspace
