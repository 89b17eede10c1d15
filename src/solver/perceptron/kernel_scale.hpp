// Exact kernel values. On rows x' = 10^k x of whole numbers the linear kernel times 10^2k is whole, and so is the
// polynomial one times 10^(e p), e = max(g + 2k, h), for γ with g and c with h digits after the point; a precomputed
// matrix is whole times 10^k. Scores stay exact while they are below 2^53, as in decimal_scale.hpp. Other kernels are
// computed in doubles.
#pragma once

#include "solver/perceptron/decimal_scale.hpp"

namespace halfspace {

struct KernelScale {
  Kernel kernel;  // for scaled rows; its values are `value` times the true ones
  bool exact = false;
  double data = 1;  // 10^k
  double value = 1;
  double step = 1;     // multipliers times this are whole
  double largest = 0;  // max |k̄'|
  double limit = exact_limit;
};

/// Error-free: not exact when steps or parameters are no short decimals, or values would soon leave 2^53.
KernelScale find_kernel_scale(const PerceptronProblem& problem, const PerceptronChoices& options);

}  // namespace halfspace
