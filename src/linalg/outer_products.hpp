// H += Σ c_i x_i x_i' for sparse x_i, lower triangle, entry by entry. Each number of H adds its products in the order of i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

class OuterProducts {
 public:
  /// The rows of H stand `room` numbers apart. Rows first .. last - 1 of it alone are added to, and columns from `last` on
  /// are not put.
  OuterProducts(std::size_t room, double* H, std::size_t first, std::size_t last)
      : room_(room), first_(first), H_(H), value_(last), column_(last) {}
  OuterProducts(std::size_t columns, double* H) : OuterProducts(columns, H, 0, columns) {}

  /// The next entry of a row, columns ascending; zeros need not be put.
  void put(std::size_t column, double value) {
    value_[entries_] = value;
    column_[entries_++] = static_cast<std::uint32_t>(column);
    if (column < first_) before_ = entries_;
  }

  /// Multiply-adds of the row put.
  std::size_t work() const { return entries_ * (entries_ + 1) / 2 - before_ * (before_ + 1) / 2; }

  /// Ends the row put: H += c x x'.
  void end_row(double c);

  /// Nothing waits here; as DenseProducts has it.
  void finish() {}

 private:
  void add_four(std::size_t a, double c);
  void add_one(std::size_t a, double c);
  double* row_of(std::size_t a) { return H_ + std::size_t{column_[a]} * room_; }

  std::size_t room_;
  std::size_t first_;  // row of H
  double* H_;
  std::vector<double> value_;  // the row put
  std::vector<std::uint32_t> column_;
  std::size_t entries_ = 0;
  std::size_t before_ = 0;  // entries before column first_
};

}  // namespace halfspace
