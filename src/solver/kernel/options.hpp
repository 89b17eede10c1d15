// Choices of a kernel machine beside those of its loss, C and bias (solver/linear/options.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/fields.hpp"
#include "halfspace/options.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

template <>
struct Names<Approximation> {
  static constexpr std::array<std::string_view, 3> list = {"exact", "nystrom", "fourier"};
};

/// Rows of the kernel matrix that are kept whatever the bound of the cache: with fewer, those that a step needs would
/// leave as soon as they come.
inline constexpr std::size_t least_kernel_rows = 18;

/// The kernel function of the options.
inline Kernel function_of(const KernelOptions& o) { return {o.kernel, o.gamma, o.degree, o.coef0}; }

std::span<const Field<KernelOptions>> kernel_fields();

}  // namespace halfspace
