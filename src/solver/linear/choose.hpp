// Which solver `auto` takes, and why.
#pragma once

#include <string>

#include "solver/linear/design.hpp"
#include "solver/linear/list.hpp"

namespace halfspace {

struct LinearChoice {
  LinearSolver solver = LinearSolver::automatic;
  std::string why;
  FirstPasses before = {};
};

/// Is a d x d system cheap?
bool small_system(const Design& z);

/// Are there at least as many columns with an entry as rows? The dual problem then has the fewer unknowns, and its
/// coordinates hold little of each other.
bool no_more_rows_than_columns(const Design& z);

/// The solver of the options, or the one that suits loss, penalty and shape.
LinearChoice choose_solver(const Design& z, const LinearOptions& options);

}  // namespace halfspace
