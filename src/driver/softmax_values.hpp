// What an answer says of a point W of multinomial regression: its objective, a dual point, and how far they are apart.
//
//   P(W) = C Σ c_i log Σ_k e^{s_ik - s_iy} + Σ |w_k|^2/2      D(p) = C Σ c_i H(p_i) - Σ |q_k|^2/2,  H(p) = -Σ p_k log p_k
//   q_k = C Σ c_i ([k = y_i] - p_ik) x̄_i,   p_i the softmax of the scores of row i
//
// A free bias asks r_k = C Σ c_i ([k = y_i] - p_ik) = 0 of every class. Where a class has too much, r_k < 0, its p_ik are
// multiplied by 1 - |r_k| / (C Σ c_i p_ik) and what they lose goes to the classes that have too little. Since -p log p is concave
// and its slope is at least -1, that takes |r_k| (1 + e_k) from the entropies at most, e_k the mean of -log p_k that class k
// has, and each |q_k| grows by |r_k| R, |x_i| <= R. Or D loses Σ |r_k|/2 times a bound on max b* - min b*:
// C c_i (b*_k - b*_l) <= P + C c_i |w*_k - w*_l| |x_i| for a row of class l, |w*_k - w*_l| <= 2 sqrt(P). The smaller loss counts.
#pragma once

#include <span>
#include <vector>

#include "driver/shard_facts.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

struct SoftmaxValues {
  double loss = 0;               // Σ c_i loss_i
  double primal = 0;             // P
  double dual = 0;               // at most D, whatever was rounded
  double rounding = 0;           // how much the true P may be above `primal`, at most
  std::vector<double> gradient;  // of P
};

/// Of the losses alone, which are right whatever the grids of the other sums were.
double softmax_primal(const ShardFacts& facts, const LinearOptions& options, std::span<const double> W, double loss);

/// `loss_reach` is that of the task, `sum` begins with the slopes, `exact` are its exact sums (shard/softmax_sums.hpp).
SoftmaxValues softmax_values(const ShardFacts& facts, const LinearOptions& options, std::span<const double> W,
                             double loss_reach, std::span<const double> sum, std::span<const ExactSum> exact);

/// (1 - p_y)^2 <= this times the loss -log p_y: the largest (1 - e^-t)^2/t is 0.40737.
inline constexpr double most_squared_softmax_slope = 0.41;

/// Weights that |w|^2/2 is of: the first of all.
inline std::size_t penalised_weights(const ShardFacts& facts, const LinearOptions& options) {
  return facts.classes.size() * (facts.cols + (options.bias == Bias::augmented ? 1 : 0));
}

}  // namespace halfspace
