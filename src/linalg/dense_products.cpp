#include "linalg/dense_products.hpp"

#include <algorithm>
#include <array>

#include "simd/row_ops.hpp"

namespace halfspace {
namespace {

/// Rows that wait: two copies of them stay in the first cache.
std::size_t waiting_rows(std::size_t stride) {
  constexpr std::size_t numbers = 1536;
  return std::clamp<std::size_t>(numbers / std::max<std::size_t>(stride, 1), 8, 64);
}

}  // namespace

DenseProducts::DenseProducts(std::size_t room, double* H, std::size_t first, std::size_t last)
    : room_(room),
      first_(first),
      last_(last),
      stride_((last + column_block - 1) / column_block * column_block),
      most_rows_(waiting_rows(stride_)),
      H_(H),
      x_(most_rows_ * stride_),
      scaled_(most_rows_ * stride_),
      row_(x_.data()) {}

void DenseProducts::end_row(double c) {
  double* scaled = scaled_.data() + rows_ * stride_;
  for (std::size_t j = 0; j < stride_; ++j) scaled[j] = c * row_[j];
  if (++rows_ == most_rows_) finish();
  row_ = x_.data() + rows_ * stride_;
}

void DenseProducts::finish() {
  if (rows_ == 0) return;
  for (std::size_t a = first_ - first_ % tile_rows; a < last_; a += tile_rows) {
    for (std::size_t b = 0; b <= std::min(a + tile_rows, last_) - 1; b += column_block) add_tile(a, b);
  }
  rows_ = 0;
  row_ = x_.data();
  std::fill(x_.begin(), x_.end(), 0.0);
}

/// H_ab of the rows from `row` on and the columns from `column` on, as far as they lie in the lower triangle.
void DenseProducts::add_tile(std::size_t row, std::size_t column) {
  alignas(64) std::array<double, tile_rows * column_block> tile{};
  const auto each = [&](auto f) {
    for (std::size_t a = std::max(row, first_); a < std::min(row + tile_rows, last_); ++a) {
      if (column > a) continue;
      f(H_ + a * room_ + column, tile.data() + (a - row) * column_block, std::min(column_block, a + 1 - column));
    }
  };
  each([](const double* h, double* t, std::size_t size) { std::copy_n(h, size, t); });
  row_ops().add_tile(x_.data() + column, scaled_.data() + row, stride_, rows_, tile.data());
  each([](double* h, const double* t, std::size_t size) { std::copy_n(t, size, h); });
}

}  // namespace halfspace
