// From the best proven answer of a solver to what the caller is told.
#pragma once

#include "solver/linear/design.hpp"
#include "solver/linear/linear.hpp"
#include "solver/linear/watch.hpp"

namespace halfspace {

LinearResult finish_linear(const Design& z, const LinearOptions& options, Watch watch);

}  // namespace halfspace
