// Rows of LIBSVM text, line by line: every rule of docs/formats/libsvm.md, and what is wrong where one is broken.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "format/building.hpp"
#include "format/sparse_rows.hpp"

namespace halfspace {

inline constexpr std::uint64_t max_libsvm_index = 2147483646;           // 2^31 - 2
inline constexpr std::uint64_t max_libsvm_cols = max_libsvm_index + 1;  // of indices from 0

class LibsvmRows {
 public:
  /// `chosen`: the columns to take, ascending; empty takes all.
  LibsvmRows(Building& b, std::vector<std::uint64_t> chosen);

  /// One line, the last of `lines`: a row, nothing, or a bad line.
  void add(std::string_view line, LineReader& lines);

  /// The columns of entries say where they go, if they are below this.
  std::int64_t limit() const { return limit_; }

  SparseRows& rows() { return rows_; }
  void saw_column(std::uint64_t column) { cols_ = column < cols_ ? cols_ : column + 1; }
  std::uint64_t bytes() const { return rows_.bytes() + b_.labels.bytes(); }

  /// The rows so far are taken (ReadOptions::take); those behind begin at `next`.
  Result<void> hand_over(TextPlace next);

  /// The rows so far, which begin anew.
  Matrix matrix();

 private:
  bool add_label(std::string_view token, std::uint64_t line, bool& keep);
  bool add_entries(const char* p, const char* last, std::uint64_t line, bool keep);
  const char* skip_serial_number(const char* p, const char* last) const;
  bool refuse(const char* token, const char* last, std::uint64_t line, std::uint64_t field, std::int64_t previous);
  std::int64_t other_place(std::uint64_t column);

  Building& b_;
  bool zero_based_;
  std::int64_t limit_;
  std::vector<std::uint64_t> chosen_;
  SparseRows rows_;
  Buffer<std::uint32_t> columns_;  // of the line
  Buffer<double> values_;
  std::uint64_t cols_ = 0;
};

}  // namespace halfspace
