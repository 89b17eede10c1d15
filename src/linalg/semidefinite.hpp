// Is a large symmetric matrix K positive semidefinite, to within a shift? Yes where K + shift I has a Cholesky factor.
#pragma once

#include <cstddef>
#include <vector>

#include "base/stop.hpp"

namespace halfspace {

/// `K` is the lower triangle, row i of i + 1 numbers; its memory becomes the factor's. Asks `stop` and throws Stopped.
bool positive_semidefinite(std::vector<double> K, std::size_t size, double shift, unsigned threads,
                           const StopToken& stop = {});

}  // namespace halfspace
