// The multiclass support vector machine of Crammer and Singer (2001), bias augmented or none:
//
//   min over w_1..w_K   1/2 Σ_k |w_k|^2 + Σ_i C_i max_k (w_k.x_i - w_{y_i}.x_i + [k != y_i])
//   max over α          -1/2 Σ_k |w_k(α)|^2 - Σ_i Σ_k [k != y_i] α_ik,   w_k(α) = Σ_i α_ik x_i
//                       Σ_k α_ik = 0,  α_ik <= C_i [k = y_i]
//
// By sequential dual steps over the rows (Keerthi et al. 2008): the α_i. of one row at a time, exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/linear/linear.hpp"

namespace halfspace {

/// n rows with classes 0..K-1 and weights C_i = C c_i.
struct ClassProblem {
  const Matrix& x;
  std::span<const std::uint32_t> label;
  std::uint32_t classes;
  std::span<const double> weight;  // c_i; empty: all 1
};

/// A result whose w holds K vectors one after another; `b` is theirs.
struct ClassResult {
  LinearResult result;
  std::vector<double> b;
};

/// Loss hinge, penalty L2, bias augmented or none. Stops when P - D <= tol P.
ClassResult train_crammer_singer(const ClassProblem& problem, const LinearOptions& options,
                                 const LinearObserver& observer);

}  // namespace halfspace
