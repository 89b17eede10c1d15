// The columns that rows use, numbered 0, 1, ... in their order: as many bits as there are columns, and as many more.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

class UsedColumns {
 public:
  explicit UsedColumns(std::size_t cols) : used_(cols / bits + 1) {}

  void add(std::uint32_t column) { used_[column / bits] |= bit(column); }

  /// How many; place() is asked after this.
  std::size_t count() {
    before_.reserve(used_.size());
    std::size_t sum = 0;
    for (const std::uint64_t word : used_) {
      before_.push_back(sum);
      sum += static_cast<std::size_t>(std::popcount(word));
    }
    return sum;
  }

  /// Of a column that was added: how many are before it.
  std::uint32_t place(std::uint32_t column) const {
    const std::uint64_t below = used_[column / bits] & (bit(column) - 1);
    return static_cast<std::uint32_t>(before_[column / bits] + static_cast<std::size_t>(std::popcount(below)));
  }

 private:
  static constexpr std::size_t bits = 64;
  static std::uint64_t bit(std::uint32_t column) { return std::uint64_t{1} << column % bits; }

  std::vector<std::uint64_t> used_;
  std::vector<std::size_t> before_;  // each word
};

}  // namespace halfspace
