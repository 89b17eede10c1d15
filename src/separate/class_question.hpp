// Asks whether all classes of a data set are linearly separable at once, each row scoring highest at its own class.
#pragma once

#include <functional>

#include "certify/find/decide_classes.hpp"
#include "separate/separability.hpp"

namespace halfspace {

/// The answer of decide_classes as reports have it; an error of reading the text again is its reason.
Separability ask_classes(const ClassPairs& pairs, const ClassQuestionOptions& options);

/// Do these weights, class after class, the bias last in each, give every row its highest score at its own class?
/// Then they are the answer.
Separability by_weights(const ClassPairs& pairs, std::span<const double> weights, const ClassQuestionOptions& options);

/// Few enough numbers for a question beside other work.
bool is_cheap(const ClassPairs& pairs);

}  // namespace halfspace
