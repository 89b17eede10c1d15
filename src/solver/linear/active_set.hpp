// The finish of a hinge or hard-margin run: once it is known which α_i are 0, which C_i and which free,
//
//   P v = Σ_bound C_i z_i + Σ_free α_i z_i,   z_i.v = 1 on the free rows
//
// is a linear system. It is solved by the method of multipliers, v = (P + ρ Z_F'Z_F)^-1 (Z_B'C + Z_F'(α + ρ)),
// α += ρ (1 - Z_F v), which takes dependent free rows as they are and corrects its own rounding. Hestenes 1969; Powell
// 1969.
#pragma once

#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

enum class BoxPlace : unsigned char { zero, free, bound };

/// Moves v and α to the solution, whose free α_i may lie outside the box. False when no row is free.
bool solve_face(const Design& z, std::span<const BoxPlace> place, std::vector<double>& v, std::vector<double>& alpha);

/// Moves v and α to the solution. False, and both unchanged, when there is none inside the box.
bool solve_active_set(const Design& z, std::span<const BoxPlace> place, std::vector<double>& v,
                      std::vector<double>& alpha);

/// From α towards the exact solution on the rows with 0 < α_i < C_i; a row that comes to its bound on the way stays
/// there. Each step lowers the dual objective; true when the last one ended inside the box, exact on its face.
bool walk_faces(const Design& z, std::vector<double>& v, std::vector<double>& alpha);

}  // namespace halfspace
