// One row on its way to hashed columns: what falls into one column is added.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "format/building.hpp"
#include "format/hashed_columns.hpp"

namespace halfspace {

class HashedRow {
 public:
  void clear() {
    key_.clear();
    value_.clear();
  }

  /// The next entry; a zero is none.
  void add(HashedPlace at, double v) {
    if (v == 0) return;
    key_.push_back(std::uint64_t{at.column} << 32U | value_.size());  // sorted, those of a column keep their order
    value_.push_back(at.negative ? -v : v);
  }

  /// Columns ascend, each with the sum of its values; sums that are 0 go.
  void merge() {
    std::sort(key_.begin(), key_.end());
    column_.clear();
    sum_.clear();
    met_ = false;
    most_sum_ = 0;
    floats_ = true;
    for (std::size_t k = 0; k < key_.size();) {
      const std::uint64_t column = key_[k] >> 32U;
      double sum = value_[key_[k] & 0xffffffffU];
      ++k;
      for (; k < key_.size() && key_[k] >> 32U == column; ++k) {
        sum += value_[key_[k] & 0xffffffffU];
        saw_sum(sum);
      }
      if (sum == 0) continue;
      floats_ = floats_ && equals_its_float(sum);
      column_.push_back(static_cast<std::uint32_t>(column));
      sum_.push_back(sum);
    }
  }

  std::span<const std::uint32_t> columns() const { return column_; }
  std::span<const double> values() const { return sum_; }
  bool met() const { return met_; }              // values were added
  double most_sum() const { return most_sum_; }  // ... the largest |sum|; inf where one is no number
  bool floats() const { return floats_; }

 private:
  void saw_sum(double sum) {
    met_ = true;
    most_sum_ = std::isfinite(sum) ? std::max(most_sum_, std::fabs(sum)) : HUGE_VAL;
  }

  std::vector<std::uint64_t> key_;  // column, place in value_
  std::vector<double> value_;
  std::vector<std::uint32_t> column_;
  std::vector<double> sum_;
  bool met_ = false;
  double most_sum_ = 0;
  bool floats_ = true;
};

}  // namespace halfspace
