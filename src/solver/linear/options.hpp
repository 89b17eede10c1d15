// Choices of a linear model: loss, penalty, bias and C are the problem, the rest is how it is solved.
//
//   min over w, b   C Σ_i c_i loss(y_i (w.x_i + b)) + penalty(w)      (bias `augmented`: penalty(w, b))
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/fields.hpp"
#include "data/bias.hpp"
#include "loss/losses.hpp"
#include "penalty/penalties.hpp"

namespace halfspace {

enum class LinearSolver { automatic, gd, dual_cd, newton, trust_newton, cd, sgd, interior_point, min_norm, smo };

template <>
struct Names<LinearSolver> {
  static constexpr std::array<std::string_view, 10> list = {"auto", "gd",  "dual-cd",        "newton",   "trust-newton",
                                                            "cd",   "sgd", "interior-point", "min-norm", "smo"};
};

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
};

/// Every choice that has a name and a flag.
std::span<const Field<LinearOptions>> linear_fields();

/// Choices that contradict each other are errors.
Result<void> check_linear_options(const LinearOptions& options);

}  // namespace halfspace
