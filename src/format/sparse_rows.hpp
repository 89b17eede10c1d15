// Sparse rows as they are read: values are floats as long as every one of them equals its float, then doubles.
#pragma once

#include <cstdint>
#include <span>

#include "data/rows.hpp"

namespace halfspace {

class SparseRows {
 public:
  SparseRows() { start_.push_back(0); }

  /// About so many entries and rows come in all: their memory is taken at once, `most_bytes` of it (0: any).
  void expect(double entries, double rows, std::uint64_t most_bytes);

  /// Entries behind the present ones. `floats`: every value equals its float.
  void append(std::span<const std::uint32_t> columns, std::span<const double> values, std::size_t nonzeros,
              bool floats);

  /// A row ends behind the present entries.
  void end_row() { start_.push_back(entries()); }

  /// Rows end before these entries, counted from `first`.
  void end_rows(std::span<const std::uint32_t> ends, std::size_t first);

  std::size_t entries() const { return column_.size(); }
  std::size_t rows() const { return start_.size() - 1; }
  std::uint64_t nonzeros() const { return nonzeros_; }
  std::uint64_t bytes() const { return entries() * (wide_ ? 12 : 8) + rows() * 20; }

  Matrix finish(std::uint64_t cols) &&;

 private:
  void widen();

  Buffer<std::uint64_t> start_;
  Buffer<std::uint32_t> column_;
  Buffer<float> floats_;
  Buffer<double> doubles_;  // all values once wide_
  bool wide_ = false;
  std::uint64_t nonzeros_ = 0;
};

}  // namespace halfspace
