// Scores of all classes of a row, the weight of column j and class k at j K + k.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "data/rows.hpp"
#include "shard/question.hpp"

namespace halfspace {

/// s_k = w_k.x + b_k, added in the order of the columns.
inline void softmax_scores(SparseRow<double> row, const Question& q, std::span<const double> weights,
                           std::span<double> s) {
  const std::size_t K = s.size();
  if (q.bias)
    std::copy_n(weights.data() + q.cols * K, K, s.begin());
  else
    std::fill(s.begin(), s.end(), 0.0);
  for_each_entry(row, [&](std::size_t j, double v) {
    const double* w = weights.data() + j * K;
    for (std::size_t k = 0; k < K; ++k) s[k] += w[k] * v;
  });
}

}  // namespace halfspace
