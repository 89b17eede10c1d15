// The functions of a model in C99. @REAL is double or float, @F the suffix of its constants and functions, @NAME and
// @UPPER the model's name, @ABOVE what makes a score speak for +1: > or >=.
#pragma once

#include <string>
#include <string_view>

#include "model/model.hpp"

namespace halfspace {

inline constexpr std::string_view c_declarations_part = R"(
/* Declare these where the model is used. */
const char *@NAME_class(int k);                    /* label of class k */
void @NAME_score(const @REAL *x, @REAL *score); /* @UPPER_SCORES numbers */
int @NAME_predict(const @REAL *x);              /* the class of a row */
)";

inline constexpr std::string_view c_probability_declaration =
    "void @NAME_probabilities(const @REAL *x, @REAL *p); /* of every class */\n";

/// w.x + b of every vector.
inline constexpr std::string_view c_linear_part = R"(static void @NAME_vectors(const @REAL *x, @REAL *s) {
  size_t k, j;
  for (k = 0; k < @UPPER_VECTORS; ++k) {
    const @REAL *w = @NAME_weights + k * @UPPER_COLUMNS;
    @REAL a[8] = {0};
    for (j = 0; j < @UPPER_COLUMNS; ++j) a[j % 8] += x[j] * w[j];
    s[k] = (((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]))) + @NAME_biases[k];
  }
}

)";

/// Of the kernel: exp, tanh or cos, what it needs.
std::string c_function_part(const Model& model, bool single);

/// sum_j c_j k(x_j, x) + b of every vector.
std::string c_kernel_part(const Model& model);

inline constexpr std::string_view c_sign_part = R"(const char *@NAME_class(int k) { return @NAME_class_names[k]; }

void @NAME_score(const @REAL *x, @REAL *score) { @NAME_vectors(x, score); }

int @NAME_predict(const @REAL *x) {
  @REAL score[1];
  @NAME_score(x, score);
  return score[0] @ABOVE 0 ? 1 : 0;
}
)";

inline constexpr std::string_view c_largest_part = R"(const char *@NAME_class(int k) { return @NAME_class_names[k]; }

void @NAME_score(const @REAL *x, @REAL *score) { @NAME_vectors(x, score); }

int @NAME_predict(const @REAL *x) {
  @REAL score[@UPPER_SCORES];
  int best = 0, k;
  @NAME_score(x, score);
  for (k = 1; k < @UPPER_SCORES; ++k) best = score[k] > score[best] ? k : best;
  return best;
}
)";

inline constexpr std::string_view c_votes_part = R"(const char *@NAME_class(int k) { return @NAME_class_names[k]; }

void @NAME_score(const @REAL *x, @REAL *score) {
  @REAL s[@UPPER_VECTORS];
  size_t v = 0, k, l;
  @NAME_vectors(x, s);
  for (k = 0; k < @UPPER_CLASSES; ++k) score[k] = 0;
  for (k = 0; k < @UPPER_CLASSES; ++k) {
    for (l = k + 1; l < @UPPER_CLASSES; ++l) score[s[v++] @ABOVE 0 ? k : l] += 1;
  }
}

int @NAME_predict(const @REAL *x) {
  @REAL score[@UPPER_SCORES];
  int best = 0, k;
  @NAME_score(x, score);
  for (k = 1; k < @UPPER_SCORES; ++k) best = score[k] > score[best] ? k : best;
  return best;
}
)";

std::string c_probability_part(const Model& model);

}  // namespace halfspace
