// Recurrence of weights (docs/algorithms.md 2.4): when w̄ at the end of a pass equals w̄ at the end of an earlier pass
// with updates in between, λ = α_now - α_then >= 0 is not 0 and sum λ_i z_i = 0 (Gordan): the data is not separable.
// Weights are compared exactly. All pass ends are remembered while they fit in a fixed memory; beyond it one, renewed
// after 2, 4, 8, ... passes (Brent 1980), which still finds every cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace halfspace {

class Recurrence {
 public:
  explicit Recurrence(std::size_t memory_bytes = std::size_t{64} << 20U) : memory_(memory_bytes) {}

  /// Remembers the weights at the end of `pass` after `updates` updates; returns an earlier pass with the same weights
  /// and fewer updates, if any.
  std::optional<std::uint64_t> add(std::uint64_t pass, std::uint64_t updates, std::span<const double> weights);

 private:
  struct Entry {
    std::uint64_t pass;
    std::uint64_t updates;
    std::vector<double> weights;
  };
  const Entry* find(std::uint64_t hash, std::span<const double> weights) const;

  std::size_t memory_;
  std::unordered_multimap<std::uint64_t, Entry> seen_;
  std::uint64_t renew_ = 0;  // 0: everything is remembered; else the next pass that replaces the one remembered
};

}  // namespace halfspace
