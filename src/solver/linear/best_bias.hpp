// The bias that goes best with given weights: a problem in one variable.
#pragma once

#include <span>

#include "solver/linear/design.hpp"

namespace halfspace {

/// argmin over b of ω b^2/2 + Σ C_i loss(y_i (s_i + b)), s_i = w.x_i; ω = 0 for a free bias. Hard margin:
/// a feasible b, of the largest least margin where ω = 0 or none is feasible.
double best_bias(const Design& z, std::span<const double> scores);

/// Of a hinge with a free bias: how far the bias may move so that it is in the middle of those that are as good, given
/// the margins m. Several are where the rows with m < 1 cost the classes the same; 0 where one alone is the best.
double way_to_middle(const Design& z, std::span<const double> m);

}  // namespace halfspace
