// Columns shifted and scaled before anything is asked of the rows (--scale, feature/feature_map.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace halfspace {

struct ShardRows;

/// Rows as (x - shift) factor.
struct ColumnScale {
  std::vector<double> shift;   // of each column; empty: nothing is shifted, and sparse rows stay sparse
  std::vector<double> factor;  // of each column; empty: rows stay as they are

  bool on() const { return !factor.empty(); }
  bool operator==(const ColumnScale&) const = default;

  /// Bytes of so many rows with so many entries, once scaled.
  std::uint64_t bytes(std::uint64_t rows, std::uint64_t entries) const;
};

/// The scaled rows of a shard, from one question to the next.
class ScaledRows {
 public:
  /// Labels and weights are views of those of `rows`.
  std::shared_ptr<const ShardRows> of(const ShardRows& rows, const ColumnScale& scale);

  /// Are they kept?
  bool has(const ColumnScale& scale) {
    const std::scoped_lock lock(lock_);
    return kept_ != nullptr && scale_ == scale;
  }

  void forget() {
    const std::scoped_lock lock(lock_);
    kept_.reset();
  }

 private:
  std::mutex lock_;
  ColumnScale scale_;
  std::shared_ptr<const ShardRows> kept_;
};

}  // namespace halfspace
