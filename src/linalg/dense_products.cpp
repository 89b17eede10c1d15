#include "linalg/dense_products.hpp"

#include <algorithm>
#include <array>

namespace halfspace {
namespace {

/// Rows that wait: both copies of them stay in the second cache.
std::size_t waiting_rows(std::size_t columns) {
  constexpr std::size_t numbers = 32768;
  return std::clamp<std::size_t>(numbers / std::max<std::size_t>(columns, 1), 16, 64);
}

}  // namespace

DenseProducts::DenseProducts(std::size_t room, double* H, std::size_t first, std::size_t last)
    : room_(room),
      first_(first),
      last_(last),
      blocks_((last + column_block - 1) / column_block),
      most_rows_(waiting_rows(last)),
      H_(H),
      row_(blocks_ * column_block),
      x_(most_rows_ * row_.size()),
      scaled_(x_.size()) {}

void DenseProducts::end_row(double c) {
  for (std::size_t p = 0; p < blocks_; ++p) {
    const double* row = row_.data() + p * column_block;
    const std::size_t at = block(p) + rows_ * column_block;
    for (std::size_t l = 0; l < column_block; ++l) {
      x_[at + l] = row[l];
      scaled_[at + l] = c * row[l];
    }
  }
  std::fill(row_.begin(), row_.end(), 0.0);
  if (++rows_ == most_rows_) finish();
}

void DenseProducts::finish() {
  if (rows_ == 0) return;
  for (std::size_t column = 0; column < last_; column += column_block) {
    const std::size_t top = std::max(column, first_);
    for (std::size_t row = top - top % tile_rows; row < last_; row += tile_rows) add_tile(row, column);
  }
  rows_ = 0;
}

/// H_ab of the rows from `row` on and the columns from `column` on, as far as they lie in the lower triangle.
void DenseProducts::add_tile(std::size_t row, std::size_t column) {
  alignas(64) std::array<double, tile_rows * column_block> tile{};
  const auto add = [&] {
    row_ops().add_tile(x_.data() + block(column / column_block),
                       scaled_.data() + block(row / column_block) + row % column_block, column_block, rows_,
                       tile.data());
  };
  if (row >= first_ && row + tile_rows <= last_ && column + column_block <= row + 1) {
    for (std::size_t t = 0; t < tile_rows; ++t)
      std::copy_n(H_ + (row + t) * room_ + column, column_block, tile.data() + t * column_block);
    add();
    for (std::size_t t = 0; t < tile_rows; ++t)
      std::copy_n(tile.data() + t * column_block, column_block, H_ + (row + t) * room_ + column);
    return;
  }
  const auto each = [&](auto f) {
    for (std::size_t a = std::max(row, first_); a < std::min(row + tile_rows, last_); ++a) {
      for (std::size_t l = 0; l < column_block && column + l <= a; ++l)
        f(H_[a * room_ + column + l], tile[(a - row) * column_block + l]);
    }
  };
  each([](double h, double& t) { t = h; });
  add();
  each([](double& h, double t) { h = t; });
}

}  // namespace halfspace
