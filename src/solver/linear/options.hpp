// Choices of a linear model: loss, penalty, bias and C are the problem, the rest is how it is solved.
//
//   min over w, b   C Σ_i c_i loss(y_i (w.x_i + b)) + penalty(w)      (bias `augmented`: penalty(w, b))
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/fields.hpp"
#include "data/bias.hpp"
#include "loss/losses.hpp"
#include "penalty/penalties.hpp"
#include "solver/linear/list.hpp"

namespace halfspace {

struct LinearOptions {
  LossKind loss = LossKind::logistic;
  PenaltyKind penalty = PenaltyKind::l2;
  double C = 1;           // infinity: hard margin (hinge, L2)
  double l1_ratio = 0.5;  // ρ of the elastic net
  Bias bias = Bias::free;
  double tol = 1e-4;  // stop when P - D <= tol P
  LinearSolver solver = LinearSolver::automatic;
  std::uint64_t max_rounds = 0;  // T; 0: no cap
  std::uint64_t max_work = 0;    // of multinomial regression, multiplications; 0: no bound
  double alpha = 0;              // fixed step of `gd`; 0: 1/L
  std::uint64_t rounds = 0;      // T of `gd`, 0: 1000; passes of `sgd`, 0: 1
  std::uint64_t seed = 0;
  bool exact_support = true;  // of a machine that converged, count its support vectors at the optimum
  unsigned threads = 1;       // of passes over many rows; no bit depends on it

  /// T of the solvers that take exactly so many rounds: --rounds, else --max-rounds, which caps both.
  std::uint64_t fixed_rounds(std::uint64_t otherwise) const {
    if (max_rounds == 0) return rounds > 0 ? rounds : otherwise;
    return rounds > 0 ? std::min(rounds, max_rounds) : max_rounds;
  }

  /// Has the penalty a kink at 0, so that it leaves few weights?
  bool has_kink() const { return penalty_of(penalty, l1_ratio).l1 > 0; }

  /// Is the penalty 1/2 |w|^2, be it as an elastic net with ratio 0?
  bool half_square() const {
    const Penalty p = penalty_of(penalty, l1_ratio);
    return p.l1 == 0 && p.l2 == 1;
  }

  /// The loss of the perceptron is least at w = 0 whatever the penalty; `sgd` shows how it goes there.
  bool optimum_known() const { return !is_offered(loss) && solver != LinearSolver::sgd; }
};

/// Every choice that has a name and a flag.
std::span<const Field<LinearOptions>> linear_fields();

/// Choices that contradict each other are errors.
Result<void> check_linear_options(const LinearOptions& options);

}  // namespace halfspace
