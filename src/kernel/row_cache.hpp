// Rows of the kernel matrix by number, the last used kept, in one block of a bounded number of bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

namespace halfspace {

template <class T>
class RowCache {
 public:
  RowCache(std::size_t rows, std::uint64_t bytes) : slot_(rows, nowhere), used_(rows), values_(bytes / sizeof(T)) {}

  bool holds(std::uint32_t i) const { return slot_[i] != nowhere; }
  std::size_t capacity() const { return capacity_; }
  const std::vector<std::uint32_t>& held() const { return held_; }  // in the order of their places

  /// Row i, or null; it counts as used.
  const T* find(std::uint32_t i) {
    if (!holds(i)) return nullptr;
    used_[i] = ++clock_;
    return at(slot_[i]);
  }

  /// Makes room for `count` rows, at most the capacity: the longest unused leave, others may move.
  void make_room(std::size_t count) {
    if (held_.size() + count > capacity_) evict(capacity_ - std::max(count, capacity_ / 16));
  }

  /// A place for row i, where there is room.
  T* add(std::uint32_t i) {
    slot_[i] = static_cast<std::uint32_t>(held_.size());
    used_[i] = ++clock_;
    held_.push_back(i);
    return at(slot_[i]);
  }

  /// Lets go of all rows.
  void clear() { evict(0); }

  /// Lets go of what will not fit in rows of `size` values.
  void expect(std::size_t size, std::size_t least) { evict(room_for(size, least)); }

  /// Rows have `size` values from now on; at least `least` of them fit, whatever the bound. The values of a row that is
  /// kept are made by change(row number, old values, new values).
  template <class F>
  void resize(std::size_t size, std::size_t least, F change) {
    const std::size_t before = size_;
    size = std::max<std::size_t>(size, 1);
    capacity_ = room_for(size, least);
    evict(capacity_);
    const std::size_t needed = capacity_ * size;
    if (needed > room_) {
      const std::size_t most = std::max(needed, std::min<std::size_t>(values_, slot_.size() * slot_.size()));
      std::unique_ptr<T[]> larger(new T[most]);  // NOLINT(cppcoreguidelines-avoid-c-arrays): not filled
      std::copy_n(block_.get(), held_.size() * before, larger.get());
      block_ = std::move(larger);
      room_ = most;  // all there will be: two blocks never stand side by side
    }
    std::vector<T> old(before);
    for (std::size_t k = 0; k < held_.size(); ++k) {  // to larger rows from the last, to smaller ones from the first
      const std::size_t s = size > before ? held_.size() - 1 - k : k;
      std::copy_n(block_.get() + s * before, before, old.begin());
      change(held_[s], old.data(), block_.get() + s * size);
    }
    size_ = size;
  }

 private:
  static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

  T* at(std::uint32_t slot) { return block_.get() + std::size_t{slot} * size_; }

  std::size_t room_for(std::size_t size, std::size_t least) const {
    const std::size_t fit = std::max<std::size_t>(least, values_ / std::max<std::size_t>(size, 1));
    return std::max<std::size_t>(std::min(fit, slot_.size()), 1);
  }

  /// Keeps the `most` last used, in the first places.
  void evict(std::size_t most) {
    if (held_.size() <= most) return;
    std::vector<std::uint32_t> order = held_;
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return used_[a] > used_[b]; });
    for (std::size_t k = most; k < order.size(); ++k) slot_[order[k]] = nowhere;
    std::size_t hole = 0;
    for (std::size_t s = most; s < held_.size(); ++s) {
      const std::uint32_t i = held_[s];
      if (!holds(i)) continue;
      while (holds(held_[hole])) ++hole;
      std::copy_n(at(static_cast<std::uint32_t>(s)), size_, at(static_cast<std::uint32_t>(hole)));
      slot_[i] = static_cast<std::uint32_t>(hole);
      held_[hole] = i;
    }
    held_.resize(most);
  }

  std::vector<std::uint32_t> slot_;
  std::vector<std::uint64_t> used_;
  std::vector<std::uint32_t> held_;
  std::uint64_t values_;
  std::unique_ptr<T[]> block_;  // NOLINT(cppcoreguidelines-avoid-c-arrays)
  std::size_t room_ = 0;
  std::size_t size_ = 1;
  std::size_t capacity_ = 0;
  std::uint64_t clock_ = 0;
};

}  // namespace halfspace
