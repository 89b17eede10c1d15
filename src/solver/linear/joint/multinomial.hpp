// Multinomial logistic regression with an L2 penalty: the joint objective of joint.hpp with the logistic loss, by
// Newton's method, its steps by conjugate gradients (Lin, Weng, Keerthi 2008) or, where K (d + 1) is small, by a
// Cholesky factor. The dual point is the softmax of the scores, with a free bias its mass moved between classes until
// Σ_i α_ik = 0.
#pragma once

#include "solver/linear/joint/joint.hpp"

namespace halfspace {

/// Stops when P - D <= tol P. `start`: K vectors of d weights and a bias; empty: zero.
ClassResult train_multinomial(const ClassProblem& problem, const LinearOptions& options, const LinearObserver& observer,
                              std::span<const double> start = {});

}  // namespace halfspace
