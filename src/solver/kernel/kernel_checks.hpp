// What a kernel machine asks of its data.
#pragma once

#include <optional>

#include "base/stop.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/problem.hpp"

namespace halfspace {

/// Errors (bad_data): rows whose kernel values are no finite numbers, a precomputed matrix that is not square, not
/// finite, not symmetric or has a negative diagonal.
Result<void> check_kernel_rows(const Matrix& x, const Kernel& kernel, const RowPlace& place = {});

/// Two rows of both classes between which the kernel sees no difference: no hard margin parts them.
Result<void> check_distinct(const LinearProblem& problem, const Kernel& kernel);

/// Is the matrix K of a precomputed kernel positive semidefinite, give or take an eigenvalue of -doubt(x)? Nothing
/// above 12,000 rows, whose factor would take more than 576 MB. Asks `stop` and throws Stopped.
std::optional<bool> positive_semidefinite(const Matrix& x, unsigned threads, const StopToken& stop = {});

/// What an eigenvalue of K may be below 0 by, and K off its mirror image.
double doubt(const Matrix& x);

}  // namespace halfspace
