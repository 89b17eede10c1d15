// Sparse rows as they are read: values are floats as long as every one of them equals its float, then doubles.
#pragma once

#include <cstdint>

#include "data/rows.hpp"

namespace halfspace {

class SparseRows {
 public:
  SparseRows() { start_.push_back(0); }

  /// Places for entries behind the present ones.
  struct Room {
    std::uint32_t* column;
    double* value;
  };
  Room room(std::size_t entries);

  /// Reserves memory for so many entries and rows in all.
  void expect(double entries, double rows);

  /// Keeps the first `entries` of room(). `floats`: every value equals its float.
  void take(std::size_t entries, std::size_t nonzeros, bool floats);

  /// A row ends before entry `end`.
  void end_row(std::uint64_t end) { start_.push_back(end); }

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
  Buffer<double> doubles_;  // all values once wide_, else those of the last room()
  bool wide_ = false;
  std::uint64_t nonzeros_ = 0;
};

}  // namespace halfspace
