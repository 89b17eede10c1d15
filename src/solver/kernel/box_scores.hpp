// Scores in doubles of all rows of a BoxProblem, and what they prove of its multipliers.
#pragma once

#include <span>
#include <vector>

#include "kernel/kernel_rows.hpp"
#include "solver/kernel/box_judge.hpp"
#include "solver/kernel/box_problem.hpp"

namespace halfspace {

class BoxScores {
 public:
  explicit BoxScores(const BoxProblem& problem);

  /// Takes α to be this: f changes by the rows whose multiplier changed. False where `stop` ended that half-way: then
  /// nothing more can be asked of this.
  bool follow(std::span<const double> alpha, unsigned threads, const StopToken& stop);

  /// u_t = -f_t - y_t p_t - y_t r_t α_t
  double u(std::size_t t) const { return BoxJudge<double>(q_, alpha_, f_).u(t); }

  /// Levels, dual and gap of α; `gap` includes what rounding can have hidden.
  void judge(BoxSolution& out) const;

  const std::vector<double>& f() const { return f_; }
  const std::vector<double>& alpha() const { return alpha_; }

 private:
  const BoxProblem& q_;
  KernelRows<double> rows_;
  std::vector<double> alpha_;
  std::vector<double> f_;
  double moved_ = 0;   // Σ |change of α| over all that was added to f: what its rounding is proportional to
  double checks_ = 0;  // times something was added
};

}  // namespace halfspace
