// What rounding can have done to scores f_t = Σ_s α_s y_s k(x_s, x_t) that are kept up to date in long double.
#pragma once

#include <cstddef>
#include <vector>

#include "base/wide_elementary.hpp"
#include "solver/kernel/wide_kernel.hpp"

namespace halfspace {

class WideErrors {
 public:
  explicit WideErrors(const WideKernel& kernel) : units_(kernel.units() + static_cast<long double>(kernel.rows())) {
    for (std::size_t t = 0; t < kernel.rows(); ++t) reach_.push_back(kernel.reach(t));
  }

  /// α_s changes by so much.
  void count_move(std::size_t s, long double by) { sway_ += by * reach_[s]; }

  /// So many changes were added to each score.
  void count_sums(std::size_t sums) { units_ += static_cast<long double>(sums); }

  /// f_t is no farther than this from its exact value.
  long double of(std::size_t t) const { return last_place * units_ * sway_ * reach_[t]; }

  /// By no more than this is the condition of row t off for rounding alone.
  long double slack(std::size_t t) const { return 4 * of(t) + 64 * last_place; }

 private:
  static constexpr long double last_place = elementary::wide_place;
  std::vector<long double> reach_;
  long double units_;
  long double sway_ = 0;  // Σ |change of α| reach
};

}  // namespace halfspace
