// Class probabilities from scores: by the model's ProbabilityMap where it has one, else of a logistic model
//
//   two classes      P(+1) = 1 / (1 + e^-s)
//   multinomial      P(k) = e^{s_k} / sum_l e^{s_l}
//   one-vs-rest      P(k) = sigma(s_k) / sum_l sigma(s_l)
//
// Logarithms are computed first, so that no score overflows and no probability of a row is 0 before its logarithm is.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "model/model.hpp"

namespace halfspace {

/// Models with a ProbabilityMap have them, and logistic ones, one-vs-one apart: its pairs vote.
bool has_probabilities(const Model& model);

/// Do they come from the score of every pair (vector_scores(): LIBSVM's coupling) and not from scores()?
inline bool from_pairs(const Model& model) {
  return model.pairwise() && std::holds_alternative<LibsvmMap>(model.probability);
}

/// log P of every class, K numbers a row in class order. `score` is what scores() gave, of a one-vs-one model what
/// vector_scores() gave.
std::vector<double> log_probabilities(const Model& model, std::span<const double> score);

/// P of every class, K numbers a row in class order. The first largest is always that of the predicted label: where
/// doubles cannot tell, the others get the number before it (libsvm apart, which predicts by them).
std::vector<double> probabilities(const Model& model, std::span<const double> score);

/// The class of each row when +1 is predicted where P(+1) >= threshold; two classes.
std::vector<std::uint32_t> classes_at(double threshold, std::span<const double> probability);

}  // namespace halfspace
