// The rows that may still move: their multipliers α, the gradient u_t = -y_t (Qα + p)_t, and which of them y_t α_t may
// rise or fall at. Those of y = +1 come first, then those of -1, each with its place l among the active ones.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "simd/vector_ops.hpp"
#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/smo_kernel.hpp"

namespace halfspace {

struct SmoRange {
  std::size_t first;
  std::size_t last;
};

/// Where u is compared: 0 at rows that may rise (up) or fall (low), else -infinity.
template <class T>
struct Openings {
  const T* up;
  const T* low;
};

struct SmoLevels {
  double top;  // largest u of rows that may rise
  double low;  // least u of rows that may fall
};

template <class T>
class SmoRows {
 public:
  SmoRows(const BoxProblem& problem, const SmoKernel<T>& kernel);

  /// All rows are active, with these multipliers and exact u.
  void restart(std::span<const double> alpha, std::span<const double> u);

  /// These rows are active now; u of the others stays what it was when they were left.
  void set(std::vector<std::uint32_t> rows);
  void keep_gradient();

  /// Other kernel rows are at hand than before.
  void look_at_hand();

  /// y α of row i rises by `by` and that of row j falls, to the bound exactly where it comes there; a and b are their
  /// kernel rows, b null where i moves alone.
  void move(std::size_t i, std::size_t j, const T* a, const T* b, double by);

  const BoxProblem& problem() const { return q_; }
  const std::vector<double>& all_alpha() const { return alpha_; }
  const std::vector<std::uint32_t>& numbers() const { return active_; }
  std::size_t size() const { return active_.size(); }
  bool positive(std::size_t l) const { return l < positive_; }  // y
  double alpha(std::size_t l) const { return alpha_[active_[l]]; }
  double cap(std::size_t l) const { return q_.cap[active_[l]]; }
  double ridge(std::size_t l) const { return q_.ridge.empty() ? 0 : q_.ridge[active_[l]]; }
  bool may_rise(std::size_t l) const { return open_up_[l] == 0; }
  bool may_fall(std::size_t l) const { return open_low_[l] == 0; }
  bool at_hand(std::size_t l) const { return at_hand_[l] != 0; }
  const std::vector<std::uint8_t>& at_hand() const { return at_hand_; }

  /// How far y α may go.
  double room(std::size_t l, bool rises) const { return rises == positive(l) ? cap(l) - alpha(l) : alpha(l); }

  const std::vector<double>& u() const { return u_; }
  const std::vector<T>& near() const { return near_; }          // u rounded
  const std::vector<T>& diagonal() const { return diagonal_; }  // of Q
  Openings<T> open() const { return {open_up_.data(), open_low_.data()}; }
  Openings<T> open_at_hand() const { return {hand_up_.data(), hand_low_.data()}; }

  /// Of one sign, or all (0).
  SmoRange range(int sign) const;

  /// Those of this sign among which Σ y α is kept: all, unless `classes`.
  SmoRange group(int sign) const { return range(q_.equality == Equality::classes ? sign : 0); }

  SmoLevels levels(SmoRange r) const { return levels(r, open()); }
  SmoLevels levels(SmoRange r, Openings<T> seen) const;
  std::array<SmoLevels, 2> levels_by_sign() const;  // of y = -1, of y = +1

  double violation(const SmoLevels& v) const;

  /// By how much the rows seen violate the optimality conditions, at most 0 where they do not.
  double violation(Openings<T> seen) const;

 private:
  void open(std::size_t l);
  void shift(std::size_t l, double by);

  const BoxProblem& q_;
  const SmoKernel<T>& kernel_;
  const VectorOps<T>& ops_;
  std::vector<double> alpha_;          // of all rows
  std::vector<double> u_all_;          // as of the last restart, or when a row was left
  std::vector<std::uint32_t> active_;  // rows of y = +1 first, then those of -1
  std::size_t positive_ = 0;           // how many
  std::vector<double> u_;              // of the active rows, and so on
  std::vector<T> near_;
  std::vector<T> open_up_;
  std::vector<T> open_low_;
  std::vector<T> hand_up_;  // open_up_ of the rows whose kernel rows are at hand, the others closed
  std::vector<T> hand_low_;
  std::vector<std::uint8_t> at_hand_;
  std::vector<T> diagonal_;
};

}  // namespace halfspace
