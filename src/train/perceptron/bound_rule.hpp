// Which mistake bound holds for a run's choices.
#pragma once

#include "train/perceptron/mistake_bound.hpp"

namespace halfspace {

/// The sharpest that holds. None for PA-I and PA-II: their steps may be short on mistakes.
BoundRule bound_rule(const PerceptronChoices& options, bool row_weights);

/// What over γ^2 the rule allows; not for the general rule.
Rational bound_factor(BoundRule rule, const PerceptronChoices& options, const Rational& radius_squared);

}  // namespace halfspace
