// Exact arithmetic in doubles. When all values are decimals with k digits after the point, x' = 10^k x̄ is integral;
// with multipliers c and D chosen so that c' = c D / 10^k is integral, w' = D w̄ stays integral, and so does w'.x' = D
// 10^k (w̄.x̄). As long as every partial sum is below 2^53 doubles hold all of these exactly: the run decides every sign
// as fractions would.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

struct DecimalScale {
  bool exact = false;
  double data = 1;     // 10^k: x' = data * x
  double weights = 1;  // D: w' = weights * w̄
  double largest = 0;  // max |x'_ij|, the bias feature included
  double row_sum = 0;  // max_i sum_j |x'_ij|
};

/// The largest partial sum that stays exact.
inline constexpr double exact_limit = 9007199254740992.0;  // 2^53

/// So many updates must be sure to stay below it.
inline constexpr double updates_wanted = 1000;

/// Scales for this run; not exact when the first thousand updates could already leave 2^53, or the steps are not
/// decimals.
DecimalScale find_scale(const PerceptronProblem& problem, const PerceptronChoices& options);

/// The matrix with every value times `factor`, rounded to the whole number it is.
Matrix scaled(const Matrix& x, double factor);

}  // namespace halfspace
