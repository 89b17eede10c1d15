// Probabilities of K classes from those of their pairs, r_ij = P(i | i or j): the p that makes sum_j r_ji p_i - r_ij
// p_j least in squares,
//
//   min over p   sum_i sum_{j != i} (r_ji p_i - r_ij p_j)^2 = 2 p'Qp     with sum p = 1,
//   Q_ii = sum_j r_ji^2,  Q_ij = -r_ji r_ij
//
// Wu, Lin, Weng 2004, "Probability estimates for multi-class classification by pairwise coupling", method 2 and
// algorithm 2: from p_i = 1/K, until |Qp - p'Qp|_inf < 0.005/K, as LIBSVM stops.
#pragma once

#include <span>
#include <vector>

namespace halfspace {

/// `pair` holds P(first) of the pairs (0 1), (0 2), ..., (1 2), ...; writes K probabilities.
void couple_pairs(std::span<const double> pair, std::span<double> p);

}  // namespace halfspace
