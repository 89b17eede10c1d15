// Exact arithmetic in doubles. When all values are decimals with k digits after the point, x' = 10^k x̄ is integral;
// with multipliers c and D chosen so that c' = c D / 10^k is integral, w' = D w̄ stays integral, and so does w'.x' = D
// 10^k (w̄.x̄). As long as every partial sum is below 2^53 doubles hold all of these exactly: the run decides every sign
// as fractions would.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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

struct StepSize {
  double largest = 1;  // of the multipliers, row weights apart
  int decimals = 0;    // their decimals, once multiplied by `divisor`
  std::uint64_t divisor = 1;
};

/// The multipliers of a step on n rows; decimals -1 when they are not decimals at all.
StepSize step_size(const PerceptronChoices& options, std::uint64_t n);

/// Steps with a larger divisor are not scaled.
inline constexpr std::uint64_t most_divisor = 1000000;

/// What a scale goes by, besides the choices.
struct DecimalFacts {
  int decimals = 0;            // k
  bool short_decimals = true;  // every value has at most 15 significant digits
  int weight_decimals = 0;     // of the weights of rows; -1: one is no short decimal
  double heaviest = 1;         // of them
};

/// Takes in these weights of rows.
void note_weights(DecimalFacts& facts, std::span<const double> weight);

/// 10^k for weights of rows with k digits after the point whose sum is then exact; 0: there is none, or none is needed.
double weight_unit(std::span<const double> weight);

/// The scales of n such rows, not yet measured; nothing where their steps are no decimals.
std::optional<DecimalScale> scale_of(const DecimalFacts& facts, const PerceptronChoices& options, std::uint64_t n);

/// Takes in the values of these rows.
void measure(const Matrix& x, DecimalScale& scale, bool bias);

/// Are the first thousand updates sure to stay below 2^53?
bool stays_exact(const DecimalScale& scale, const DecimalFacts& facts, const PerceptronChoices& options,
                 std::uint64_t n);

/// Scales for this run; not exact when the first thousand updates could already leave 2^53, or the steps are not
/// decimals.
DecimalScale find_scale(const PerceptronProblem& problem, const PerceptronChoices& options);

/// The matrix with every value times `factor`, rounded to the whole number it is.
Matrix scaled(const Matrix& x, double factor);

}  // namespace halfspace
