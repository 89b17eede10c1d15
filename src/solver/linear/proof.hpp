// The proof that ends a run: f(v) - f* is at most f(v) - D(α), each rounded to the safe side.
//
//   D(α) = -Σ_j Ω_j*((Z'α)_j) - Σ_i C_i loss*(-α_i / C_i)    for α in its box
//
// Sums over rows and columns are long double (or double, where the tolerance leaves room) with the bound of Higham 2002
// (section 3.1), |fl(x.y) - x.y| <= γ_n |x|.|y|. Where Z'α must vanish (free bias) or stay in a box (L1) and does so
// only up to rounding r_j, D loses |r_j| times a bound on |v*_j|, which f* <= f(v) gives.
//
// `rounding` is what of the gap these bounds on the errors make up, an estimate from above: where the gap exceeds the
// tolerance by less, the same v and α may be within it by sums of more digits; where by more, they are not optimal.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "solver/linear/design.hpp"

namespace halfspace {

struct Proof {
  double primal = 0;
  double dual = -std::numeric_limits<double>::infinity();
  double gap = std::numeric_limits<double>::infinity();  // rounded upwards; infinity where α proves nothing
  double rounding = 0;                                   // about what of the gap more digits could take away
  double raised = 0;                                     // about what of it the primal stands above f(v)
};

/// Of the sums: `all` in long double, `some` in double, three times faster and good for relative gaps above 1e-8.
enum class Digits { all, some };

/// Z'α_j by a proof in long double is within this share of Σ_i |z_ij α_i| of the true one.
long double column_error(const Design& z);

/// Any v, and any α within 0 <= α_i <= dual_cap(i).
Proof prove(const Design& z, std::span<const double> v, std::span<const double> alpha, Digits digits = Digits::all);

/// Moves α inside its box to Σ y_i α_i = 0, first where `price[i]` is small. Free bias only.
void balance(const Design& z, std::span<const double> price, std::span<double> alpha);

}  // namespace halfspace
