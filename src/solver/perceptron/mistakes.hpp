// Mistakes of the present weights over all rows. Blocks of rows go to several threads; the result does not depend on
// them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "solver/perceptron/rules.hpp"

namespace halfspace {

template <class M, class W>
class MistakeCounter {
 public:
  /// `weight_unit`: weights of rows are summed as whole multiples of its inverse; 0: as they are.
  MistakeCounter(const M& x, const W& weights, std::span<const std::int8_t> y, std::span<const double> row_weight,
                 double weight_unit, Mistake rule, double threshold, unsigned threads, StopToken stop = {})
      : x_(x),
        weights_(weights),
        y_(y),
        row_weight_(row_weight),
        weight_unit_(weight_unit),
        rule_(rule),
        threshold_(threshold),
        stop_(std::move(stop)),
        threads_(x.stored() > (std::size_t{1} << 20U) ? threads : 1) {}

  bool is_mistake(std::size_t i, double s) const {
    if constexpr (requires { weights_.loses_tie(i); }) {
      if (s == 0 && threshold_ == 0 && rule_ != Mistake::boundary_is_mistake) return weights_.loses_tie(i);
    }
    return halfspace::is_mistake(rule_, s, y_[i], threshold_);
  }
  /// Multiplications of the score of row i.
  std::uint64_t work(std::size_t i) const { return weights_.looks() * x_.row_size(i) + 1; }

  double row_weight(std::size_t i) const { return row_weight_.empty() ? 1 : row_weight_[i]; }

  /// The first mistaken row; the number of rows when there is none. This, count() and find() ask the token and throw
  /// Stopped.
  std::size_t first() const {
    Pace pace(stop_);
    std::size_t i = 0;
    for (; i < x_.rows; ++i) {
      pace.check(work(i));
      if (is_mistake(i, weights_.score(i))) break;
    }
    return i;
  }

  /// Total weight of the mistaken rows, in the unit of sums; one thread ends the count early once it reaches `enough`.
  double count(double enough) const {
    double total = 0;
    if (threads_ > 1) {
      std::vector<double> part(block_count(x_.rows));
      parallel_blocks(x_.rows, threads_, [&](std::size_t block, std::size_t first, std::size_t last) {
        part[block] = count(first, last);
      });
      for (const double v : part) total += v;
      return total;
    }
    for (std::size_t first = 0; first < x_.rows && total < enough; first += block_rows)
      total += count(first, std::min(x_.rows, first + block_rows));
    return total;
  }

  /// The mistaken rows in row order.
  void find(std::vector<std::uint64_t>& rows) const {
    std::vector<std::vector<std::uint64_t>> part(block_count(x_.rows));
    parallel_blocks(x_.rows, threads_, [&](std::size_t block, std::size_t first, std::size_t last) {
      Pace pace(stop_);
      for (std::size_t i = first; i < last; ++i) {
        pace.check(work(i));
        if (is_mistake(i, weights_.score(i))) part[block].push_back(i);
      }
    });
    rows.clear();
    for (const auto& block : part) rows.insert(rows.end(), block.begin(), block.end());
  }

  double weight_of(std::span<const std::uint64_t> rows) const {
    double total = 0;
    for (const std::uint64_t i : rows) total += counted_weight(i);
    return total;
  }

 private:
  double counted_weight(std::size_t i) const {
    return weight_unit_ == 0 ? row_weight(i) : std::nearbyint(row_weight(i) * weight_unit_);
  }

  double count(std::size_t first, std::size_t last) const {
    double total = 0;
    Pace pace(stop_);
    for (std::size_t i = first; i < last; ++i) {
      pace.check(work(i));
      total += is_mistake(i, weights_.score(i)) ? counted_weight(i) : 0;
    }
    return total;
  }

  const M& x_;
  const W& weights_;
  std::span<const std::int8_t> y_;
  std::span<const double> row_weight_;
  double weight_unit_;
  Mistake rule_;
  double threshold_;
  StopToken stop_;
  unsigned threads_;
};

}  // namespace halfspace
