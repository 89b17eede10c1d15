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
};

/// Bytes of the arrays of these rows, once scaled.
std::uint64_t scaled_bytes(const ShardRows& rows, const ColumnScale& scale);

/// Are they sparse, and dense once scaled?
bool becomes_dense(const ShardRows& rows, const ColumnScale& scale);

/// The scaled rows of a shard, from one question to the next.
class ScaledRows {
 public:
  /// Labels and weights are views of those of `rows`.
  std::shared_ptr<const ShardRows> of(const ShardRows& rows, const ColumnScale& scale);

  /// Are they kept?
  bool has(const ColumnScale& scale) const;

  /// Of what is kept.
  std::uint64_t bytes() const;

  void forget();

 private:
  mutable std::mutex lock_;
  ColumnScale scale_;
  std::shared_ptr<const ShardRows> kept_;
};

}  // namespace halfspace
