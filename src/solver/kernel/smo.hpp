// One stretch of sequential minimal optimisation, on the rows that are active and kernel values of type T.
//
// Fan, Chen, Lin: Working set selection using second order information, JMLR 6 (2005), WSS 2. Every step takes
//   i = argmax u over rows that may rise,  j = argmax (u_i - u_j)^2 / (K_ii + K_jj - 2 K_ij) over rows that may fall
//   λ = (u_i - u_j) / (K_ii + K_jj - 2 K_ij), cut at the box;  y_i α_i += λ, y_j α_j -= λ, u -= λ (K_i - K_j)
// Without an equality i alone may move too (Steinwart, Hush, Scovel 2011), whichever gains more. With `classes` the
// pair is of one sign, the better of the two.
//
// i and j are sought among the rows whose kernel rows are at hand, as long as those violate at least half as much as
// any; then the worst violators' rows are computed together. A row that is used once (α: 0 to C) is computed once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/shrinking.hpp"
#include "solver/kernel/smo_gap.hpp"
#include "solver/kernel/smo_kernel.hpp"
#include "solver/kernel/smo_rows.hpp"
#include "solver/kernel/working_set.hpp"

namespace halfspace {

template <class T>
class Smo {
 public:
  Smo(const BoxProblem& problem, const BoxOptions& options);

  /// Rows rise or fall from these multipliers and exact u on; all rows that could move are active again.
  void restart(std::span<const double> alpha, std::span<const double> u);

  enum class End { small_gap, no_pair, steps, halted };

  /// Steps until the gap of the active rows is at most `share` of the dual objective, which is `dual` now and was
  /// `begun` at first, or nothing can move by more than rounding.
  End run(double share, double begun, double dual, std::uint64_t most_steps);

  const std::vector<double>& alpha() const { return rows_.all_alpha(); }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t rows_computed() const { return kernel_.rows_computed(); }
  bool concave() const { return selection_.concave(); }
  Halt halt() const { return halt_; }
  double dual() const { return dual_; }

  /// b of y = -1 and of y = +1 by the active rows, as in BoxSolution.
  std::array<double, 2> level() const { return smo_level(rows_); }

 private:
  void follow_columns(const std::vector<std::uint32_t>& before);
  void shrink();

  const BoxOptions& options_;
  SmoKernel<T> kernel_;
  SmoRows<T> rows_;
  WorkingSetSelection<T> selection_;
  SmoShrinking<T> shrinking_;
  double dual_ = 0;
  std::uint64_t steps_ = 0;
  Halt halt_ = Halt::go_on;
};

}  // namespace halfspace
