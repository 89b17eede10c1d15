// Two more problems of the same form, for those who come from LIBSVM (halfspace compat):
//
//   one-class    min 1/2 |w|^2 - ρ ν n + Σ ξ_i   s.t. w.Φ(x_i) >= ρ - ξ_i               (Schölkopf et al. 2001)
//                max -1/2 α'Kα                    s.t. 0 <= α_i <= 1, Σ α_i = ν n
//   regression   min 1/2 |w|^2 + C Σ max(0, |w.Φ(x_i) + b - z_i| - ε)                   (Vapnik 1995)
//                max over α = β+ - β-  of  z'α - ε Σ |α_i| - 1/2 α'Kα  s.t. |α_i| <= C, Σ α_i = 0
#pragma once

#include <span>

#include "solver/kernel/box_problem.hpp"

namespace halfspace {

struct KernelFit {
  std::vector<double> coefficient;  // of every row
  double b = 0;                     // score Σ coefficient k(x_i, x) + b; one-class: b = -ρ
  BoxSolution solution;
};

/// n >= 1 rows; ν in (0, 1].
KernelFit train_one_class(const Matrix& x, const Kernel& kernel, double nu, const BoxOptions& options);

/// `z` holds the target of each row; C > 0, ε >= 0.
KernelFit train_regression(const Matrix& x, std::span<const double> z, const Kernel& kernel, double C, double epsilon,
                           const BoxOptions& options);

}  // namespace halfspace
