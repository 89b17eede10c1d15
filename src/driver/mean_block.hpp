// Before conjugate gradients of multinomial regression, an inverse of H that knows how columns go together: for weights
// that sum to 0 over the classes, the blocks of H are on average A = C Σ c h x̄ x̄' + I, h = Σ_k p_k (1 - p_k) / (K - 1) the mean of
// a row's curvatures. Each class has it scaled to its own diagonal: S_k A^-1 S_k, S_k = diag(A_jj / A_jjk)^(1/2) with the curvature
// of class k times K / (K - 1), whose mean is h, as classes may be rare or know of some columns alone. Böhning 1992 ("Multinomial logistic regression algorithm") has the bound 1/2
// in the place of h.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "driver/shard_facts.hpp"
#include "linalg/cholesky.hpp"

namespace halfspace {

/// Of the rows that the block is summed over, and what that costs.
struct MeanBlockPlan {
  bool worth = true;    // not where its products at the driver would cost more than the passes of the shards
  double share = 1;     // of all rows
  double products = 0;  // rounds that cost as much
};

/// As many rows as cost no more than the rest of the pass, but eight a column at least.
MeanBlockPlan mean_block_plan(const ShardFacts& facts, std::size_t dims);

/// What shards answered: Σ c h x̄ x̄' of a share of the rows, Σ c p_k (1 - p_k) x̄_j^2 of all, at j K + k.
struct MeanBlockSums {
  std::span<const double> block;
  std::span<const double> diagonal;
  double share = 1;
};

/// The lower triangle of the matrix to factor; the first `penalised` columns have a penalty. The sample may lack entries
/// that the diagonal knows.
std::vector<double> mean_block_matrix(const MeanBlockSums& sums, double C, std::size_t dims, std::size_t penalised);

/// Its factor.
class MeanBlock {
 public:
  MeanBlock(std::span<const double> matrix, std::size_t dims, std::size_t penalised);

  /// The weights of every class, at j K + k, times the inverse; `diagonal` of H, likewise.
  void solve(std::span<double> r, std::span<const double> diagonal) const;

 private:
  std::size_t dims_;
  std::size_t penalised_;
  std::vector<double> own_;  // A_jj
  Cholesky factor_;
};

}  // namespace halfspace
