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

#include "kernel/kernel_rows.hpp"
#include "kernel/row_cache.hpp"
#include "simd/vector_ops.hpp"
#include "solver/kernel/box_problem.hpp"

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

  const std::vector<double>& alpha() const { return alpha_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t rows_computed() const { return computed_; }
  bool concave() const { return concave_; }
  Halt halt() const { return halt_; }
  double dual() const { return dual_; }

  /// b of y = -1 and of y = +1 by the active rows, as in BoxSolution.
  std::array<double, 2> level() const;

 private:
  struct Range {
    std::size_t first;
    std::size_t last;
  };
  struct Pair {
    std::size_t i = none;
    std::size_t j = none;  // none: i alone
    double gain = 0;
    double curvature = 1;
    double difference = 0;  // of u
  };
  /// Where largest and partner look: all rows, or those at hand.
  struct Sight {
    const T* up;
    const T* low;
  };
  struct Levels {
    double top;  // largest u of rows that may rise
    double low;  // least u of rows that may fall
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Range range(int sign) const;
  Levels levels(Range r) const { return levels(r, {open_up_.data(), open_low_.data()}); }
  Levels levels(Range r, Sight sight) const;
  double violation(Sight sight) const;
  Pair best_pair(Range r);
  Pair best_single();
  Pair next();
  void move(const Pair& pair);
  void shift(std::size_t l, double by);
  void open(std::size_t l);
  const T* row(std::size_t l) { return cache_.find(active_[l]); }
  void fetch();
  void look_at_hand();
  double active_gap() const;
  bool hulls_meet() const;
  bool may_go(std::size_t l, const Levels& v) const;
  void shrink();
  void activate(std::vector<std::uint32_t> rows);
  void carry_rows(const std::vector<std::uint32_t>& before);
  void set_active(std::vector<std::uint32_t> rows);
  double cap(std::size_t l) const { return q_.cap[active_[l]]; }
  double ridge(std::size_t l) const { return q_.ridge.empty() ? 0 : q_.ridge[active_[l]]; }

  const BoxProblem& q_;
  const BoxOptions& options_;
  const VectorOps<T>& ops_;
  KernelRows<T> rows_;
  RowCache<T> cache_;
  std::vector<double> alpha_;          // of all rows
  std::vector<double> u_all_;          // as of the last restart, or when a row was left
  std::vector<std::uint32_t> active_;  // rows of y = +1 first, then those of -1
  std::size_t positive_ = 0;           // how many
  std::vector<double> u_;              // of the active rows, and so on
  std::vector<T> near_;                // u rounded
  std::vector<T> open_up_;             // 0 where y α may rise, else -infinity
  std::vector<T> open_low_;            // 0 where y α may fall
  std::vector<T> hand_up_;             // open_up_ of the rows at hand, the others closed
  std::vector<T> hand_low_;
  std::vector<std::uint8_t> at_hand_;
  std::vector<T> diagonal_;
  T tau_;
  double dual_ = 0;
  double first_violation_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t computed_ = 0;
  bool concave_ = false;
  Halt halt_ = Halt::go_on;
};

}  // namespace halfspace
