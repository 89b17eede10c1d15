// An exact reference for the three verdicts of docs (Gordan 1873; Albert and Anderson 1984), for small sets of signed
// rows z_i in Q^D. Method: linear programs in rational arithmetic (phase 1 of the simplex method, Bland's rule), peeled
// until nothing more is tied. Every answer carries both halves of its proof, which `proves` checks by sums alone; a
// second method, `verdict_by_circuits`, enumerates.
#pragma once

#include "certify/exact_linear.hpp"

namespace halfspace::reference {

enum class Verdict { separable, quasi_separable, overlapping };

const char* name(Verdict verdict);

/// weights.z_i > 0 where lambda_i = 0, weights.z_i = 0 where lambda_i > 0; lambda >= 0, sum of lambda_i z_i = 0.
/// Rows with lambda_i > 0 are tied: any w with w.z_i >= 0 for all i vanishes on them.
struct Answer {
  Verdict verdict;
  Vector weights;
  Vector lambda;
};

/// The verdict for the rows z (not empty, of one length): no row tied, some, or all.
Answer reference_verdict(const Rows& z);

/// Is `answer` true of z? Only products and sums: this is the definition, not an algorithm.
bool proves(const Rows& z, const Answer& answer);

/// The same verdict by enumerating the minimal positive dependences (at most D + 1 rows each): n <= 12 or so.
Verdict verdict_by_circuits(const Rows& z);

}  // namespace halfspace::reference
