// Weighted sums of e^{-γ |u - v|^2} over panels of 32 rows v, for sparse vectors u, in doubles: the loop that RBF
// machines train with. They may fuse, as those of vector_ops.hpp: the bits depend on that and not on the
// width of vectors. Values are off by what KernelRows<double>::rounding() bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/vector_ops.hpp"

namespace halfspace {

inline constexpr std::size_t gaussian_lanes = 32;  // with 100 columns a panel is in the nearest cache

struct GaussianPanel {
  const double* rows;    // value k of row l at rows[32 k + l]
  const double* square;  // |v_l|^2
  const double* weight;  // c_l
  double gamma;
};

/// Sparse vectors in `parts` of some columns each, which many vectors meet while those columns of a panel are in the
/// nearest cache: part p of u_s are its entries cut[s (parts + 1) + p] to cut[s (parts + 1) + p + 1] - 1.
struct GaussianQueries {
  const SparseVector<double>* u;
  const double* square;  // |u_s|^2
  const std::uint32_t* cut;
  std::size_t parts;
  std::size_t count;
};

struct GaussianOps {
  /// sum[s] + lost[s] += Σ_l c_l e^{-γ |u_s - v_l|^2}; `lost` is what rounding takes from `sum` (Knuth's TwoSum). The
  /// bits do not depend on the parts.
  void (*add)(const GaussianQueries& queries, const GaussianPanel& panel, double* sum, double* lost);
};

/// The fastest this machine can run.
const GaussianOps& gaussian_ops();

/// All that it can run, for tests.
std::vector<const GaussianOps*> supported_gaussian_ops();

}  // namespace halfspace
