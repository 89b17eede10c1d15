// The rows that dual coordinate descent visits, in a random order: a row at a bound whose gradient points outwards by
// more than any step of the last pass leaves, until a look at the gap finds it wrong. Hsieh et al. 2008, algorithm 3.
// Beyond the cache four times the mean step is enough: on a million rows the largest keeps thousands of others in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "solver/linear/dual/block_order.hpp"

namespace halfspace {

class Shrinking {
 public:
  /// `near`: all rows fit in the cache.
  Shrinking(std::size_t n, bool near, std::uint64_t seed) : rng_(seed, Stream::order), near_(near), out_(n) {}

  /// The order of the next pass.
  std::span<const std::uint32_t> order() {
    active_.clear();
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (out_[i] == 0) active_.push_back(static_cast<std::uint32_t>(i));
    }
    near_ ? shuffle(std::span(active_), rng_) : shuffle_in_blocks(active_, rng_);
    return active_;
  }

  double bar() const { return bar_; }  // rows that violate by less than -bar leave
  void leave(std::size_t i) { out_[i] = 1; }
  void come_back(std::size_t i) { out_[i] = 0; }

  /// `most`: the largest violation of the pass, and `mean` that of its steps.
  void end_pass(double most, double mean) {
    bar_ = most > 0 ? most : none;
    if (!near_ && most > 0) bar_ = std::min(bar_, few_means * mean);
  }

  void start_anew() {
    std::fill(out_.begin(), out_.end(), 0);
    bar_ = none;
  }

 private:
  static constexpr double few_means = 4;
  static constexpr double none = std::numeric_limits<double>::infinity();
  Rng rng_;
  bool near_;
  std::vector<char> out_;
  std::vector<std::uint32_t> active_;
  double bar_ = none;
};

}  // namespace halfspace
