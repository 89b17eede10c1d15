// Arrays of a caller, of either type, as one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "halfspace/data.hpp"

namespace halfspace::api {

template <class... Arrays>
std::size_t size_of(const std::variant<Arrays...>& any) {
  return std::visit([](const auto& array) { return array.size(); }, any);
}

inline std::int64_t index_at(const Indices& any, std::size_t k) {
  return std::visit([k](const auto& array) { return std::int64_t{array[k]}; }, any);
}

/// Numbers of dense rows where they stand.
template <class T>
struct Grid {
  const T* first;
  std::size_t rows;
  std::size_t cols;
  std::size_t row_stride;
  std::size_t col_stride;

  Grid(std::span<const T> values, const DenseRows& shape)
      : first(values.data()),
        rows(static_cast<std::size_t>(shape.rows)),
        cols(static_cast<std::size_t>(shape.cols)),
        row_stride(static_cast<std::size_t>(shape.row_stride == 0 ? shape.cols : shape.row_stride)),
        col_stride(static_cast<std::size_t>(shape.col_stride)) {}

  const T* row(std::size_t i) const { return first + i * row_stride; }
  T at(std::size_t i, std::size_t j) const { return first[i * row_stride + j * col_stride]; }

  /// Do the numbers of a row stand side by side, and no row inside another?
  bool by_rows() const { return col_stride == 1 && row_stride >= cols; }
  /// From the first number of the first row to the last one of the last.
  std::span<const T> all() const { return {first, rows == 0 || cols == 0 ? 0 : (rows - 1) * row_stride + cols}; }
};

}  // namespace halfspace::api
