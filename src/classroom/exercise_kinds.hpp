// The makers of exercises, a file each: exercise_NAME.cpp. To add one, write its file, declare it here and give it a
// row in exercise.cpp, at the end: the place in the list is part of the draw.
#pragma once

#include "classroom/exercise.hpp"

namespace halfspace {

bool make_convergence(Rng& rng, Worksheet& sheet);
bool make_tie_rule(Rng& rng, Worksheet& sheet);
bool make_order(Rng& rng, Worksheet& sheet);
bool make_bound(Rng& rng, Worksheet& sheet);
bool make_separability(Rng& rng, Worksheet& sheet);
bool make_pocket(Rng& rng, Worksheet& sheet);
bool make_batch(Rng& rng, Worksheet& sheet);
bool make_learning_rate(Rng& rng, Worksheet& sheet);
bool make_logistic(Rng& rng, Worksheet& sheet);
bool make_margin(Rng& rng, Worksheet& sheet);
bool make_kernel(Rng& rng, Worksheet& sheet);

}  // namespace halfspace
