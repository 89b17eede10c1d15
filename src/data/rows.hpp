// Row views. A learner asks a view for row(i) and calls dot, axpy or squared_norm on it; dense and sparse, float and
// double are one text. Sizes are 64-bit; sparse columns are 32-bit (at most 2^31 - 2 columns).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/buffer.hpp"
#include "data/matrix.hpp"
#include "simd/ops.hpp"

namespace halfspace {

/// One dense row: d values in column order.
template <class T>
struct DenseRow {
  using Value = T;
  const T* value;
  std::size_t size;
};

/// One sparse row: `size` entries with strictly ascending columns (from 0).
template <class T>
struct SparseRow {
  using Value = T;
  const std::uint32_t* column;
  const T* value;
  std::size_t size;
};

/// n rows of d values, row after row, `gap` values of no meaning between them (rows of a caller may have them).
template <class T>
struct DenseMatrix {
  Buffer<T> value;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t gap = 0;

  using Value = T;
  DenseRow<T> row(std::size_t i) const { return {value.data() + i * (cols + gap), cols}; }
  std::size_t row_size(std::size_t) const { return cols; }
  std::size_t stored() const { return rows * cols; }
};

/// Compressed sparse rows: row i holds entries start[i] .. start[i+1]-1. `start` has rows + 1 entries.
template <class T>
struct CsrMatrix {
  Buffer<std::uint64_t> start;
  Buffer<std::uint32_t> column;
  Buffer<T> value;
  std::size_t rows = 0;
  std::size_t cols = 0;

  using Value = T;
  SparseRow<T> row(std::size_t i) const {
    return {column.data() + start[i], value.data() + start[i], static_cast<std::size_t>(start[i + 1] - start[i])};
  }
  std::size_t row_size(std::size_t i) const { return static_cast<std::size_t>(start[i + 1] - start[i]); }
  std::size_t stored() const { return value.size(); }
};

/// These rows as a Matrix: with floats as doubles where it has none.
template <template <class> class M, class T>
Matrix held(M<T> m) {
  if constexpr (std::is_constructible_v<Matrix, M<T>>) {
    return m;
  } else {
    M<double> out;
    out.rows = m.rows;
    out.cols = m.cols;
    if constexpr (requires { m.gap; }) out.gap = m.gap;
    if constexpr (requires { m.column; }) {
      out.start = std::move(m.start);
      out.column = std::move(m.column);
    }
    out.value.resize(m.value.size());
    std::copy(m.value.begin(), m.value.end(), out.value.begin());
    return out;
  }
}

template <class T>
double dot(DenseRow<T> x, const double* w) {
  return dot(x.value, x.size, w);
}
template <class T>
double dot(SparseRow<T> x, const double* w) {
  return dot(x.column, x.value, x.size, w);
}

template <class T>
void axpy(double c, DenseRow<T> x, double* w) {
  axpy(c, x.value, x.size, w);
}
template <class T>
void axpy(double c, SparseRow<T> x, double* w) {
  axpy(c, x.column, x.value, x.size, w);
}

template <class Row>
double squared_norm(Row x) {
  return squared_norm(x.value, x.size);
}

/// Calls f(column, value) for each stored entry.
template <class T, class F>
void for_each_entry(DenseRow<T> row, F&& f) {
  for (std::size_t j = 0; j < row.size; ++j) f(j, static_cast<double>(row.value[j]));
}
template <class T, class F>
void for_each_entry(SparseRow<T> row, F&& f) {
  for (std::size_t k = 0; k < row.size; ++k) f(std::size_t{row.column[k]}, static_cast<double>(row.value[k]));
}

/// Calls f(column, value) of each number, those that are not stored too.
template <class T, class F>
void for_each_number(const DenseMatrix<T>& x, F f) {
  for (std::size_t i = 0; i < x.rows; ++i) for_each_entry(x.row(i), f);
}
template <class T, class F>
void for_each_number(const CsrMatrix<T>& x, F f) {
  std::vector<double> row(x.cols);
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    for_each_entry(x.row(i), [&](std::size_t j, double v) { row[j] = v; });
    for (std::size_t j = 0; j < x.cols; ++j) f(j, row[j]);
  }
}

/// Of a sample of the rows: how much of their numbers is not 0.
template <class M>
double nonzero_share(const M& x) {
  constexpr std::size_t sample = 64;
  const std::size_t step = std::max<std::size_t>(x.rows / sample, 1);
  std::size_t nonzeros = 0;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < x.rows; i += step, ++rows)
    for_each_entry(x.row(i), [&](std::size_t, double v) { nonzeros += v != 0 ? 1U : 0U; });
  return static_cast<double>(nonzeros) / std::max(1.0, static_cast<double>(rows) * static_cast<double>(x.cols));
}

/// Adds the entries of a row that are not 0 as the last row of `out`, whose `start` begins with 0.
template <class Row>
void append_row(CsrMatrix<double>& out, Row row) {
  for_each_entry(row, [&](std::size_t j, double v) {
    if (v == 0) return;
    out.column.push_back(static_cast<std::uint32_t>(j));
    out.value.push_back(v);
  });
  out.start.push_back(out.value.size());
  ++out.rows;
}

template <class T>
void append_row(CsrMatrix<double>& out, DenseRow<T> row) {
  const std::size_t first = out.value.size();
  out.column.make_room(row.size);
  out.value.make_room(row.size);
  std::uint32_t* const column = out.column.data() + first;
  double* const value = out.value.data() + first;
  std::size_t found = 0;  // every entry is written, and the next one over those of 0
  for (std::size_t j = 0; j < row.size; ++j) {
    column[found] = static_cast<std::uint32_t>(j);
    value[found] = static_cast<double>(row.value[j]);
    found += row.value[j] != 0 ? 1U : 0U;
  }
  out.column.resize(first + found);
  out.value.resize(first + found);
  out.start.push_back(first + found);
  ++out.rows;
}

}  // namespace halfspace
