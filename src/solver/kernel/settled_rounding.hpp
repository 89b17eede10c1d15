// An optimum's α in doubles whose errors make up for each other: a large α has few digits after the point, and where it
// is rounded the smaller ones move so that the conditions of their own rows hold again (a nearest plane of Babai 1986,
// "On Lovász' lattice reduction and the nearest lattice point problem", a level of sizes at a time).
#pragma once

#include <vector>

#include "base/stop.hpp"
#include "solver/kernel/active_box.hpp"
#include "solver/kernel/free_rows.hpp"

namespace halfspace {

class SettledRounding {
 public:
  static constexpr std::size_t most_free = 300;  // a rounding takes their third power

  /// For kernels that has_quad_scores() knows and at most `most_free` free rows. Asks `stop` and throws Stopped.
  SettledRounding(const BoxProblem& q, const WideKernel& kernel, const ActiveBoxAnswer& answer, unsigned threads,
                  const StopToken& stop);

  /// α of every row; empty where that moves a row out of the box. `level`: the smallest α that is rounded with the
  /// largest of those left, as a share of it.
  std::vector<double> alpha(long double level) const;

 private:
  const BoxProblem& q_;
  FreeRows free_;
  std::vector<long double> a_;  // once more refined, by scores in Quad
  bool within_ = true;          // ... and still in the box
};

}  // namespace halfspace
