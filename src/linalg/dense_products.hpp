// H += Σ c_i x_i x_i' for x_i with few zeros, lower triangle: some rows wait, then 4 x 8 numbers of H at a time take on all
// of their products while they stay in registers. Each number of H adds its products in the order of i, as in
// OuterProducts, and to the same bits where they are finite.
#pragma once

#include <cstddef>
#include <vector>

#include "simd/row_ops.hpp"

namespace halfspace {

class DenseProducts {
 public:
  /// The rows of H stand `room` numbers apart. Rows first .. last - 1 of it alone are added to, and columns from `last` on
  /// are not put.
  DenseProducts(std::size_t room, double* H, std::size_t first, std::size_t last);
  DenseProducts(const DenseProducts&) = delete;
  DenseProducts& operator=(const DenseProducts&) = delete;
  ~DenseProducts() = default;

  /// An entry of a row; those that are not put are 0.
  void put(std::size_t column, double value) { row_[column] = value; }

  /// Multiply-adds of the row put.
  std::size_t work() const { return (last_ - first_) * (last_ + first_ + 1) / 2; }

  /// Ends the row put: H += c x x', now or with rows to come.
  void end_row(double c);

  /// Adds what waits.
  void finish();

 private:
  std::size_t block(std::size_t p) const { return p * most_rows_ * column_block; }
  void add_tile(std::size_t row, std::size_t column);

  std::size_t room_;
  std::size_t first_;
  std::size_t last_;
  std::size_t blocks_;     // of columns
  std::size_t most_rows_;  // that wait
  std::size_t rows_ = 0;
  double* H_;
  std::vector<double> row_;         // the row put
  std::vector<double> x_, scaled_;  // x_i and c_i x_i, a block of columns after the other
};

}  // namespace halfspace
