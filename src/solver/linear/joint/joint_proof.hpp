// P(W) - D(a) of a joint objective (joint.hpp), each side rounded to the safe one as in proof.hpp: sums are long double
// with the bound of Higham 2002 (section 3.1). Where the a of a row sum to more than C_i, by rounding, they stand for
// their multiples that sum to it. With a free bias D loses what Σ_i α_ik leaves times a bound on max b* - min b*:
// C_i (b*_k - b*_l) <= f + C_i |w*_k - w*_l| |x_i| for every row i of class l, and |w*_k - w*_l| <= 2 sqrt(f).
#pragma once

#include <span>

#include "solver/linear/joint/joint.hpp"

namespace halfspace {

/// Any W; any a >= 0. Asks the token of the rows and throws Stopped.
Proof prove_joint(const JointRows& z, std::span<const double> W, std::span<const double> a);

}  // namespace halfspace
