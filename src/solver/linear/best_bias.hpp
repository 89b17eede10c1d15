// The bias that goes best with given weights: a problem in one variable.
#pragma once

#include <span>

#include "solver/linear/design.hpp"

namespace halfspace {

/// argmin over b of ω b^2/2 + Σ C_i loss(y_i (s_i + b)), s_i = w.x_i; ω = 0 for a free bias. Hard margin:
/// a feasible b, of the largest least margin where ω = 0 or none is feasible.
double best_bias(const Design& z, std::span<const double> scores);

/// The same with ω = 0, whatever the bias mode.
double best_free_bias(const Design& z, std::span<const double> scores);

}  // namespace halfspace
