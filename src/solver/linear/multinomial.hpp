// Multinomial logistic regression with an L2 penalty:
//
//   min over w_k, b_k   P = 1/2 Σ_k |w_k|^2 + Σ_i C_i (log Σ_k e^{s_ik} - s_{i y_i}),   s_ik = w_k.x_i + b_k
//   max over p_i        D = -1/2 Σ_k |Σ_i C_i ([k = y_i] - p_ik) x_i|^2 - Σ_i C_i Σ_k p_ik log p_ik
//
// p_i in the simplex; a free bias asks Σ_i C_i ([k = y_i] - p_ik) = 0 of every k. By Newton's method, its steps by
// conjugate gradients (Lin, Weng, Keerthi 2008); the dual point is the softmax of the scores, its mass moved between
// classes until that sum is 0.
#pragma once

#include "solver/linear/crammer_singer.hpp"

namespace halfspace {

/// Stops when P - D <= tol P.
ClassResult train_multinomial(const ClassProblem& problem, const LinearOptions& options,
                              const LinearObserver& observer);

}  // namespace halfspace
