// Copies of the rows of a design cut down to some of its columns, which come and go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "data/rows.hpp"
#include "solver/linear/design.hpp"

namespace halfspace::cut_rows {

/// More than was asked for: rows get longer time and again.
template <class T>
void make_room_for(CsrMatrix<T>& x, std::size_t entries) {
  if (entries <= x.value.size()) return;
  const std::size_t room = entries + entries / 2;
  x.column.resize(room);
  x.value.resize(room);
}

/// Rows get longer in place, from the last one on: to each come its entries in the columns from `held` on, `more` in all.
template <class T>
void widen(const Design& z, const CsrMatrix<T>& x, std::span<const std::uint32_t> place, std::size_t held,
           std::size_t cols, std::size_t more, CsrMatrix<T>& out) {
  out.cols = cols;
  std::size_t known_end = out.start[z.n()];
  std::size_t end = known_end + more;
  make_room_for(out, end);
  const auto put = [&](std::size_t j, T value) {
    const std::uint32_t at = place[j];
    if (at < held || at >= cols || value == 0) return;
    out.column[--end] = at;
    out.value[end] = value;
  };
  for (std::size_t i = z.n(); i-- > 0;) {
    const auto row = x.row(z.row(i));
    out.start[i + 1] = end;
    if (z.bias()) put(z.features(), 1);
    for (std::size_t k = row.size; k-- > 0;) put(row.column[k], row.value[k]);
    if (end == known_end) break;  // those before stay where they are
    const std::size_t first = out.start[i];
    end -= known_end - first;
    std::copy_backward(out.column.data() + first, out.column.data() + known_end,
                       out.column.data() + end + known_end - first);
    std::copy_backward(out.value.data() + first, out.value.data() + known_end,
                       out.value.data() + end + known_end - first);
    known_end = first;
  }
}

/// The same; a row holds a value of each column.
template <class T>
void widen(const Design& z, const DenseMatrix<T>& x, std::span<const std::size_t> columns, DenseMatrix<T>& out) {
  const std::size_t held = out.cols;
  out.cols = columns.size();
  out.value.resize(out.rows * out.cols);
  for (std::size_t i = z.n(); i-- > 0;) {
    const T* known = out.value.data() + i * held;
    T* to = out.value.data() + i * out.cols;
    if (to != known) std::copy_backward(known, known + held, to + held);
    const auto row = x.row(z.row(i));
    for (std::size_t a = held; a < out.cols; ++a) to[a] = columns[a] < row.size ? row.value[columns[a]] : T{1};
  }
}

/// In place: the columns that stay, under their new numbers, which ascend with the old ones.
template <class T>
void narrow(CsrMatrix<T>& x, std::span<const std::uint32_t> now, std::span<const std::size_t> places) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const auto row = x.row(i);
    x.start[i] = end;
    for (std::size_t k = 0; k < row.size; ++k) {
      if (now[row.column[k]] >= places.size()) continue;
      x.column[end] = now[row.column[k]];
      x.value[end++] = row.value[k];
    }
  }
  x.start[x.rows] = end;
  x.cols = places.size();
}

template <class T>
void narrow(DenseMatrix<T>& x, std::span<const std::uint32_t>, std::span<const std::size_t> places) {
  T* to = x.value.data();
  for (std::size_t i = 0; i < x.rows; ++i) {
    const T* row = x.row(i).value;
    for (const std::size_t a : places) *to++ = row[a];
  }
  x.cols = places.size();
}

/// No columns yet.
template <class T>
CsrMatrix<T> none_of(const Design& z, const CsrMatrix<T>&) {
  CsrMatrix<T> out;
  out.rows = z.n();
  out.start.resize(z.n() + 1);
  std::fill(out.start.begin(), out.start.end(), 0);
  return out;
}

template <class T>
DenseMatrix<T> none_of(const Design& z, const DenseMatrix<T>&) {
  DenseMatrix<T> out;
  out.rows = z.n();
  return out;
}

}  // namespace halfspace::cut_rows
