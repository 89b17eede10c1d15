// The support of a support vector machine: how many multipliers of the optimum are above 0, and how many at their cap.
// Small problems are taken to their optimum, by the active set method in long double and, where kernel values are
// rational, exactly; the run's weights and multipliers become those of the optimum, rounded once. Other runs keep what
// they have, and their counts are not called proven.
#pragma once

#include "train/objective/linear_solving.hpp"

namespace halfspace {

/// After a run of a linear machine.
void settle_linear_support(const LinearJob& job, const LinearObserver& observer, LinearRun& run);

/// After a run of a kernel machine. Where there is no hard margin the run has a witness for that, and no weights.
void settle_kernel_support(const LinearJob& job, const LinearObserver& observer, LinearRun& run);

}  // namespace halfspace
