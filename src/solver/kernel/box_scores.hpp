// Scores in doubles of all rows of a BoxProblem, and what they prove of its multipliers.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/gaussian_sums.hpp"
#include "kernel/kernel_rows.hpp"
#include "solver/kernel/box_judge.hpp"
#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/linear_sums.hpp"

namespace halfspace {

class BoxScores {
 public:
  explicit BoxScores(const BoxProblem& problem);

  /// Takes α to be this: f changes by the rows whose multiplier changed. False where `stop` ended that half-way: then
  /// it stays as it was.
  bool follow(std::span<const double> alpha, unsigned threads, const StopToken& stop);

  /// Sums f anew where many changes of α have added their roundings; true when it did.
  bool renew(unsigned threads, const StopToken& stop);

  /// Sums f anew, and what rounding can have hidden in it row by row: RBF values between rows far apart are all but 0,
  /// and so are their roundings. It costs two sums, and helps where caps are large: a margin below 1 costs C times its
  /// rounding. True when more is known than before.
  bool sharpen(unsigned threads, const StopToken& stop);

  /// Scores follow by panels of the rows that changed (gaussian_sums.hpp).
  bool by_panels() const { return sums_.has_value(); }

  /// u_t = -f_t - y_t p_t - y_t r_t α_t
  double u(std::size_t t) const { return BoxJudge<double>(q_, alpha_, f_).u(t); }

  /// Levels, dual and gap of α; `gap` includes what rounding can have hidden.
  void judge(BoxSolution& out) const;

  const std::vector<double>& f() const { return f_; }
  const std::vector<double>& alpha() const { return alpha_; }

 private:
  bool follow_by_weights(std::span<const double> alpha, unsigned threads, const StopToken& stop);
  bool sum_anew(unsigned threads, const StopToken& stop);

  const BoxProblem& q_;
  KernelRows<double> rows_;
  std::optional<GaussianSums> sums_;    // of RBF kernels, in place of the rows' own
  std::optional<LinearSums> weighted_;  // of the linear kernel of many rows
  std::vector<double> alpha_;
  std::vector<double> f_;
  std::vector<double> error_;  // of each f; empty: that of all
  double moved_ = 0;           // Σ |change of α| over all that was added to f: what its rounding is proportional to
  double checks_ = 0;          // times something was added
};

}  // namespace halfspace
