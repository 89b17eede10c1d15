// The hard margin once it is known which rows F pull:
//
//   P v = Z_F'α,   Z_F v = 1
//
// by elimination with pivots in long double, for few rows and columns. A thin margin costs the squares of its digits in
// the d x d system of active_set.hpp; this one it costs them once.
#pragma once

#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

/// Writes v and α (0 off F), each rounded once. False, and both unchanged, when the rows are dependent.
bool solve_face_exactly(const Design& z, std::span<const std::size_t> rows, std::vector<double>& v,
                        std::vector<double>& alpha);

}  // namespace halfspace
