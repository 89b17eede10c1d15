// Newton's step of multinomial regression from the curvatures of two classes each (shard/softmax_sums.hpp):
//
//   H_kl = -C Σ c p_k p_l x x',   H_kk = C Σ_(l != k) Σ c p_k p_l x x' + 1 where w_k is penalised
//
// Biases that are not: P does not change along b + c, so the mean of their curvatures over K is added to all of H_bb, which
// changes no step whose slopes sum to 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace {

/// Weights of column j and class k stand at j classes + k.
struct SoftmaxShape {
  std::size_t classes;
  std::size_t columns;    // the bias with them
  std::size_t penalised;  // weights, the first of all
};

/// -H^-1 gradient; `pairs` are Σ c p_k p_l of each place of the lower triangle of x x', factor what they are multiplied by.
std::vector<double> softmax_newton_step(const SoftmaxShape& shape, double factor, std::span<const double> pairs,
                                        std::span<const double> gradient);

}  // namespace halfspace
