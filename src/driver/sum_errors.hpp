// How far the sums of a task may be from those of its terms as real numbers, by the rounding of terms, grids and margins.
#pragma once

#include <cstdint>
#include <span>

#include "driver/shard_facts.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

inline constexpr double unit_roundoff = 0x1p-53;

inline double slot(std::span<const ExactSum> exact, Slot which) {
  return exact[static_cast<std::size_t>(which)].value();
}

class SumErrors {
 public:
  /// Slopes are `slope` at most, sqrt(Σ c slope^2) is `loss_reach` at most.
  SumErrors(const ShardFacts& facts, const LinearOptions& options, double slope, double loss_reach);

  /// Of C Σ c loss'(m) y x_j: each term is rounded by half a step of its grid; its products, its last bit and the weights
  /// come to four steps of the whole sum.
  double of(std::size_t j) const { return C_ * (terms(j) / 2 + 4) * step(j); }

  /// The same of both classes together, where what the grid rounds off is summed on a grid of its own (Task::fine): a term is
  /// rounded by 2^-53 of it, and its last bit is 2^-52. Its slope times its weight is α as it is.
  double of_fine(std::size_t j) const;

  /// How much C Σ c loss(m) at v may be above its sum, by the rounding of margins.
  double of_loss(std::span<const double> v) const;

 private:
  double terms(std::size_t j) const { return j < f_.cols ? f_.stored[j] : static_cast<double>(f_.rows); }
  double step(std::size_t j) const;

  const ShardFacts& f_;
  double C_;
  double most_slope_;
  double reach_;
  int slope_;
  int loss_;
};

/// Sums of one number a column in the driver, and dot products of the shards, lose less than so many units.
double roundings_of_columns(const ShardFacts& facts);

/// Task::fine for these rows.
std::uint8_t fine_bits(const ShardFacts& facts);

}  // namespace halfspace
