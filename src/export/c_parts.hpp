// The functions of a model in C99. @REAL is double or float, @F the suffix of its constants and functions, @NAME and
// @UPPER the model's name, @ABOVE what makes a score speak for +1 (> or >=), @SIZE the number of features. A row is @ROW:
// @COUNT entries, of which entry j is @VALUE of feature @AT.
#pragma once

#include <string>
#include <string_view>

#include "model/model.hpp"

namespace halfspace {

inline constexpr std::string_view c_declarations_part = R"(
/* Declare these where the model is used. */
const char *@NAME_class(int k);                    /* label of class k; NULL of none (-1) */
void @NAME_score(const @REAL *x, @REAL *score); /* @UPPER_SCORES numbers */
int @NAME_predict(const @REAL *x);              /* the class of a row, or -1 */
)";

inline constexpr std::string_view c_probability_declaration =
    "void @NAME_probabilities(const @REAL *x, @REAL *p); /* of every class */\n";

/// Where doubles overflow on the way, in long double, as model/linear_scorer.hpp.
inline constexpr std::string_view c_long_sum_part = R"(
static @REAL @NAME_finite(@ROW, size_t k, @REAL score) {
  const @REAL *w = @NAME_weights + k * @SIZE;
  long double sum = @NAME_biases[k];
  size_t j;
  if (fabs@F(score) <= @MOST) return score;
  for (j = 0; j < @COUNT; ++j) sum += (long double)@VALUE * w[@AT];
  return (@REAL)sum;
}
)";

/// w.x + b of every vector.
inline constexpr std::string_view c_linear_part = R"(
static void @NAME_vectors(@ROW, @REAL *s) {
  size_t k, j;
  for (k = 0; k < @UPPER_VECTORS; ++k) {
    const @REAL *w = @NAME_weights + k * @SIZE;
    @REAL a[8] = {0};
    for (j = 0; j < @COUNT; ++j) a[j % 8] += @VALUE * w[@AT];
    s[k] = (((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]))) + @NAME_biases[k];
    s[k] = @NAME_finite(@PASS, k, s[k]);
  }
}
)";

/// The same, in whole numbers where the row has at most 15 digits after the point (-1: unknown).
inline constexpr std::string_view c_exact_linear_part = R"(
static void @NAME_vectors(@ROW, int digits, @REAL *s) {
  size_t k, j;
  for (k = 0; k < @UPPER_VECTORS; ++k) {
    const @REAL *w = @NAME_weights + k * @SIZE;
    @REAL a[8] = {0};
    if (digits >= 0 && digits <= 15 && @NAME_exact(@PASS, digits, k, s + k)) continue;
    for (j = 0; j < @COUNT; ++j) a[j % 8] += @VALUE * w[@AT];
    s[k] = (((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]))) + @NAME_biases[k];
    s[k] = @NAME_finite(@PASS, k, s[k]);
  }
}
)";

/// Of the kernel: exp, tanh or cos, what it needs.
std::string c_function_part(const Model& model, bool single);

/// sum_j c_j k(x_j, x) + b of every vector. In float (`single`) distances are of differences, which lose less there.
std::string c_kernel_part(const Model& model, bool single);

/// From the scores of vectors: those of the model, then the class.
std::string c_outcome_part(const Model& model);

/// From the scores of vectors: P of every class.
std::string c_probability_part(const Model& model);

}  // namespace halfspace
