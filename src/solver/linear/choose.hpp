// Which solver `auto` takes, and why.
#pragma once

#include <cstdint>
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
bool small_system(std::size_t rows, std::size_t stored, std::size_t dims);

/// Is a Hessian? Rows with few zeros are summed by tiles.
bool cheap_hessian(const Design& z);

/// Is a step of a d x d system, of seconds perhaps, worth it where passes over the rows stall? `summed`: the share of the
/// rows that the system sums.
bool bearable_system(const Design& z, double summed = 1);

/// Products of trust-newton that are tried before such a system.
std::uint64_t products_before_system(const Design& z);

/// Of the rows are between their bounds: those that the hinge's systems sum.
inline constexpr double hinge_band = 1.0 / 5;

/// Are the rows no more than the columns that have an entry, of losses without a logarithm than twice as many? The dual
/// problem then has few unknowns, and its coordinates hold little of each other.
bool few_rows(const Design& z);

/// The solver of the options, or the one that suits loss, penalty and shape.
LinearChoice choose_solver(const Design& z, const LinearOptions& options);

}  // namespace halfspace
