// The feature space of a polynomial kernel, where that is small:
//
//   (γ u.v + c)^p = Σ p!/(a_0! ... a_d!) c^a_0 Π (γ u_j v_j)^a_j   over a_0 + ... + a_d = p
//
// so Φ(x) has a coordinate sqrt(p!/(a_0! ... a_d!) c^a_0 γ^(p - a_0)) Π x_j^a_j for each.
#pragma once

#include <cstdint>
#include <optional>

#include "data/rows.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

/// Coordinates that are not 0 for every row of d columns; `most` + 1 stands for more than `most`.
std::uint64_t polynomial_size(const Kernel& kernel, std::uint64_t d, std::uint64_t most);

/// Φ of every row. Nothing where the kernel is no polynomial with γ > 0, c >= 0 and a degree of at most 64, or a number
/// overflows.
template <class M>
std::optional<DenseMatrix<double>> polynomial_features(const Kernel& kernel, const M& x);

}  // namespace halfspace
