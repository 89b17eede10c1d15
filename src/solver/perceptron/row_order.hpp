// The order of visits: which row stands at which position of a pass, and which rows make a random mini-batch.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "solver/perceptron/options.hpp"

namespace halfspace {

class RowOrder {
 public:
  RowOrder(const PerceptronChoices& o, std::uint64_t n) : order_(o.order), n_(n), rng_(o.seed, Stream::order) {
    const bool subsets = o.step == Step::minibatch && o.batch_order == BatchOrder::random;
    if (order_ != Order::permuted && order_ != Order::shuffled && !subsets) return;
    rows_.resize(n);
    std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
    if (order_ == Order::permuted && !subsets) shuffle(std::span(rows_), rng_);
  }

  /// `shuffled` shuffles the rows again, from the order they are in.
  void begin_pass() {
    if (order_ == Order::shuffled) shuffle(std::span(rows_), rng_);
  }

  /// The row to visit at this position of the pass.
  std::uint64_t at(std::uint64_t position) {
    if (order_ == Order::random) return rng_.bounded(n_);
    return rows_.empty() ? position : rows_[position];
  }

  /// One of the mistaken rows, uniformly.
  std::uint64_t choose(std::span<const std::uint64_t> mistakes) { return mistakes[rng_.bounded(mistakes.size())]; }

  /// `size` different rows: for k = 0, 1, ... swap row[bounded(n - k)] to place n-1-k and take it.
  std::span<const std::uint64_t> subset(std::uint64_t size) {
    for (std::uint64_t k = 0; k < size; ++k) std::swap(rows_[rng_.bounded(n_ - k)], rows_[n_ - 1 - k]);
    return std::span<const std::uint64_t>(rows_).subspan(n_ - size);
  }

 private:
  Order order_;
  std::uint64_t n_;
  Rng rng_;
  std::vector<std::uint64_t> rows_;
};

}  // namespace halfspace
