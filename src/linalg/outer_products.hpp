// H += Σ c_i x_i x_i' for sparse x_i, lower triangle. Entry a of a row adds whole blocks of 8 columns to row a of H, which
// costs no more than one column each and less where entries stand together; rows x_i wait until some thousand blocks are
// there, so that each row of H is fetched once for many of them. Rows with few entries a block add one column after the
// other instead. Each number of H adds its products in the order of i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simd/row_ops.hpp"

namespace halfspace {

class OuterProducts {
 public:
  /// H has `columns` rows of as many numbers; of each x_i about this share of them is not 0.
  /// Rows first .. last - 1 of H alone are added to; columns from `last` on are then not put.
  OuterProducts(std::size_t columns, double filled, double* H, std::size_t first, std::size_t last);
  OuterProducts(std::size_t columns, double filled, double* H) : OuterProducts(columns, filled, H, 0, columns) {}
  OuterProducts(const OuterProducts&) = delete;
  OuterProducts& operator=(const OuterProducts&) = delete;
  ~OuterProducts() = default;

  /// The next entry of a row, columns ascending; zeros need not be put.
  void put(std::size_t column, double value) {
    if (by_blocks_) put_in_block(column, value);
    if (by_blocks_ && column < first_) return;
    entry_[entries_++] = {value, static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(blocks_ - row_block_)};
  }

  /// Multiply-adds of the row put.
  std::size_t work() const { return (entries_ - row_entry_) * (entries_ - row_entry_ + 1) / 2; }

  /// Ends the row put: H += c x x', now or with rows to come.
  void end_row(double c);

  /// Adds what waits.
  void finish();

 private:
  struct Entry {
    double value;
    std::uint32_t column;
    std::uint32_t upto;  // blocks of its row as far as its own
  };
  struct Row {
    std::size_t first;  // entry
    std::size_t block;
    double scale;
  };

  void put_in_block(std::size_t column, double value) {
    const std::size_t first = column - column % column_block;
    if (blocks_ == row_block_ || block_[blocks_ - 1] != first) {
      for (std::size_t l = 0; l < column_block; ++l) value_[blocks_ * column_block + l] = 0;
      block_[blocks_++] = static_cast<std::uint32_t>(first);
    }
    value_[(blocks_ - 1) * column_block + column - first] = value;
  }

  void add_by_entries(double c);
  void add_by_blocks();

  std::size_t columns_;
  std::size_t first_;  // row of H
  std::size_t last_;
  bool by_blocks_;
  double* H_;
  std::unique_ptr<Entry[]> entry_;  // NOLINT(*-avoid-c-arrays): memory that is not written is not touched
  std::size_t entries_ = 0;         // of the rows that wait
  std::vector<Row> row_;
  std::unique_ptr<std::uint32_t[]> block_;  // NOLINT(*-avoid-c-arrays)
  std::unique_ptr<double[]> room_;          // NOLINT(*-avoid-c-arrays)
  double* value_ = nullptr;                 // of the blocks
  double* sum_ = nullptr;                   // a row of H
  std::size_t blocks_ = 0;
  std::size_t row_block_ = 0;  // of the row put: its first
  std::size_t row_entry_ = 0;
  std::vector<std::uint32_t> end_;  // in terms_, of each column
  std::vector<BlockedTerm> terms_;  // by columns
};

}  // namespace halfspace
