// Rows of the kernel matrix by number, the last used kept, in a bounded number of bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace halfspace {

template <class T>
class RowCache {
 public:
  RowCache(std::size_t rows, std::uint64_t bytes) : row_(rows), used_(rows), bytes_(bytes) {}

  /// Rows have `size` values from now on; at least `least` of them fit whatever the bound.
  void resize(std::size_t size, std::size_t least) {
    size_ = std::max<std::size_t>(size, 1);
    capacity_ = std::max<std::size_t>(least, static_cast<std::size_t>(bytes_ / (size_ * sizeof(T))));
  }

  const T* find(std::uint32_t i) {
    if (row_[i].empty()) return nullptr;
    used_[i] = ++clock_;
    return row_[i].data();
  }
  bool holds(std::uint32_t i) const { return !row_[i].empty(); }
  std::size_t capacity() const { return capacity_; }

  /// A place for row i; the longest unused rows leave where there is no room.
  T* add(std::uint32_t i) {
    if (held_.size() >= capacity_) evict(capacity_ - std::max<std::size_t>(capacity_ / 16, 1));
    row_[i].resize(size_);
    used_[i] = ++clock_;
    held_.push_back(i);
    return row_[i].data();
  }

  const std::vector<std::uint32_t>& held() const { return held_; }

  /// Keeps the `most` last used.
  void evict(std::size_t most) {
    if (held_.size() <= most) return;
    std::sort(held_.begin(), held_.end(), [&](std::uint32_t a, std::uint32_t b) { return used_[a] > used_[b]; });
    for (std::size_t k = most; k < held_.size(); ++k) row_[held_[k]] = {};
    held_.resize(most);
  }

  /// Replaces a held row.
  void put(std::uint32_t i, std::vector<T> values) { row_[i] = std::move(values); }
  const std::vector<T>& at(std::uint32_t i) const { return row_[i]; }

 private:
  std::vector<std::vector<T>> row_;
  std::vector<std::uint64_t> used_;
  std::vector<std::uint32_t> held_;
  std::uint64_t bytes_;
  std::size_t size_ = 1;
  std::size_t capacity_ = 0;
  std::uint64_t clock_ = 0;
};

}  // namespace halfspace
