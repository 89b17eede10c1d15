// What a loss is besides its functions, which solvers, choices and reports go by instead of its name.
#pragma once

#include <optional>

#include "halfspace/options.hpp"

namespace halfspace {

struct LossTraits {
  bool likelihood = false;      // -log σ(m): of --algorithm logistic, with deviance and standard errors; others: svm
  bool soft_margin = false;     // max(0, 1 - m): has a hard margin (C = inf), ν, KKT residuals and solvers of its own
  bool least_at_zero = false;   // l(0) = 0: w = 0 is the minimum under every penalty, so it is no objective
  bool few_passes = false;      // of dual coordinate descent may do: its steps have no logarithms
  bool kernel_machine = false;  // offered with --kernel, whose gap knows a cap or a ridge, not both
  bool sigmoid = false;         // log(1 + e^-m), whose functions RowOps has loops for
  /// l*(u) = u + ridge u^2/2 from its least slope to 0, so that the dual is a quadratic program in a box.
  std::optional<double> ridge = std::nullopt;
  Multiclass joint = Multiclass::none;  // the rule of all classes at once that it is with two
};

}  // namespace halfspace
