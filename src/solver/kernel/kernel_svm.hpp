// Support vector machines in the feature space Φ of a kernel, k(u, v) = Φ(u).Φ(v):
//
//   C-SVC   min 1/2 |w|^2 + Σ C_i max(0, 1 - m_i)          (squared hinge: Σ C_i max(0, 1 - m_i)^2; C = inf: m_i >= 1)
//           max Σ α - 1/2 α'Qα   subject to 0 <= α_i <= C_i, Σ y_i α_i = 0 for a free bias
//   nu-SVC  min 1/2 |w|^2 - ν ρ + Σ c_i/n max(0, ρ - m_i)  (Schölkopf, Smola, Williamson, Bartlett 2000)
//           max -1/2 α'Qα        subject to 0 <= α_i <= c_i/n, Σ α_i = ν, Σ y_i α_i = 0
//
// with m_i = y_i (w.Φ(x_i) + b), w = Σ α_i y_i Φ(x_i), n = Σ c_i. An augmented bias is the kernel k + 1.
#pragma once

#include "solver/kernel/options.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {

/// As train_linear(), with `w` empty and α of every row (nu-SVC: divided by ρ, so that the margin is at ±1).
/// Errors: usage for choices that do not go together, bad_data for one class, rows whose kernel values overflow, a
/// precomputed matrix that is not square or not symmetric, two equal rows of both classes under a hard margin.
Result<LinearResult> train_kernel_svm(const LinearProblem& problem, const LinearOptions& options,
                                      const KernelChoices& kernel, unsigned threads, const LinearObserver& observer);

/// The machine of other multipliers, in the units of box_of(), with the proof that they give in place of that of `r`.
/// False, and nothing done, where that is not within the tolerance.
bool move_machine(const LinearProblem& problem, const LinearOptions& options, const KernelChoices& kernel,
                  const std::vector<double>& alpha, unsigned threads, LinearResult& r);

}  // namespace halfspace
