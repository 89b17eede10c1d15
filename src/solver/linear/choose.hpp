// Which solver `auto` takes, and why.
#pragma once

#include <string>

#include "solver/linear/design.hpp"

namespace halfspace {

struct LinearChoice {
  LinearSolver solver = LinearSolver::automatic;
  std::string why;
};

/// The solver of the options, or the one that suits loss, penalty and shape.
/// Is a d x d system cheap?
bool small_system(const Design& z);

LinearChoice choose_solver(const Design& z, const LinearOptions& options);

}  // namespace halfspace
