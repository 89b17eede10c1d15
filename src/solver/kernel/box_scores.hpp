// Scores in doubles of all rows of a BoxProblem, and what they prove of its multipliers.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernel/kernel_rows.hpp"
#include "solver/kernel/box_problem.hpp"

namespace halfspace {

class BoxScores {
 public:
  explicit BoxScores(const BoxProblem& problem);

  /// Takes α to be this: f changes by the rows whose multiplier changed.
  void follow(std::span<const double> alpha, unsigned threads);

  /// u_t = -f_t - y_t p_t - y_t r_t α_t
  double u(std::size_t t) const;

  /// Levels, dual and gap of α; `gap` includes what rounding can have hidden.
  void judge(BoxSolution& out) const;

  const std::vector<double>& f() const { return f_; }
  const std::vector<double>& alpha() const { return alpha_; }

 private:
  std::array<double, 2> best_levels() const;
  double best_level(int sign) const;
  double slope(int sign, double b) const;
  double hard_gap(double square, double error, BoxSolution& out) const;

  const BoxProblem& q_;
  KernelRows<double> rows_;
  std::vector<double> alpha_;
  std::vector<double> f_;
  double moved_ = 0;   // Σ |change of α| over all that was added to f: what its rounding is proportional to
  double checks_ = 0;  // times something was added
};

/// The part of row t in P - D at level b, where its multiplier is a: C max(0, ξ) - a (1 - m), squared where r > 0.
double gap_part(double y_u, double a, double cap, double ridge);

}  // namespace halfspace
