// From the scores of weight vectors to those of the model and its class, as model/linear_scorer.hpp.
#include "export/c_parts.hpp"

namespace halfspace {
namespace {

constexpr std::string_view c_same_scores_part = R"(
static void @NAME_to_score(const @REAL *s, @REAL *score) {
  size_t k;
  for (k = 0; k < @UPPER_SCORES; ++k) score[k] = s[k];
}
)";

constexpr std::string_view c_pair_votes_part = R"(
static void @NAME_to_score(const @REAL *s, @REAL *score) {
  size_t v = 0, k, l;
  for (k = 0; k < @UPPER_CLASSES; ++k) score[k] = 0;
  for (k = 0; k < @UPPER_CLASSES; ++k) {
    for (l = k + 1; l < @UPPER_CLASSES; ++l) score[s[v++] @ABOVE 0 ? k : l] += 1;
  }
}
)";

/// @NAME_counts of each vector, @NAME_of_score: how many vectors each score has.
constexpr std::string_view c_share_part = R"(
static void @NAME_to_score(const @REAL *s, @REAL *score) {
  size_t v = 0, k, n;
  for (k = 0; k < @UPPER_SCORES; ++k) {
    double votes = 0, total = 0;
    for (n = 0; n < @NAME_of_score[k]; ++n, ++v) {
      votes += s[v] >= 0 ? (double)@NAME_counts[v] : -(double)@NAME_counts[v];
      total += (double)@NAME_counts[v];
    }
    score[k] = (@REAL)(total > 0 ? votes / total : 0);
  }
}
)";

/// Vectors come one for each class; @NAME_counts of each set.
constexpr std::string_view c_argmax_share_part = R"(
static void @NAME_to_score(const @REAL *s, @REAL *score) {
  const size_t sets = sizeof(@NAME_counts) / sizeof(@NAME_counts[0]);
  double votes[@UPPER_SCORES] = {0}, total = 0;
  size_t v, k, best;
  for (v = 0; v < sets; ++v, s += @UPPER_SCORES) {
    for (best = 0, k = 1; k < @UPPER_SCORES; ++k) best = s[k] > s[best] ? k : best;
    votes[best] += (double)@NAME_counts[v];
    total += (double)@NAME_counts[v];
  }
  for (k = 0; k < @UPPER_SCORES; ++k) score[k] = (@REAL)(total > 0 ? votes[k] / total : 0);
}
)";

constexpr std::string_view c_sign_part = R"(
static int @NAME_to_class(const @REAL *score) {
  if (isnan(score[0])) return -1;
  return score[0] @ABOVE 0 ? 1 : 0;
}
)";

constexpr std::string_view c_largest_part = R"(
static int @NAME_to_class(const @REAL *score) {
  int best = 0, k;
  for (k = 0; k < @UPPER_SCORES; ++k) {
    if (isnan(score[k])) return -1;
    best = score[k] > score[best] ? k : best;
  }
  return best;
}
)";

}  // namespace

std::string c_outcome_part(const Model& m) {
  const std::string_view scores = m.votes ? m.multiclass == Multiclass::argmax ? c_argmax_share_part : c_share_part
                                  : m.pairwise() ? c_pair_votes_part
                                                 : c_same_scores_part;
  return std::string(scores) + std::string(m.outputs() == 1 ? c_sign_part : c_largest_part);
}

}  // namespace halfspace
