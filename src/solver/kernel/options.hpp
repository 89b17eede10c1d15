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

struct KernelChoices {
  KernelKind kernel = KernelKind::none;
  double gamma = 0;  // 0: 1/d
  std::uint64_t degree = 3;
  double coef0 = 0;
  double nu = 0;  // ν-SVC in place of C; 0: C-SVC
  std::uint64_t cache_mib = 256;
  Approximation approximation = Approximation::exact;
  std::uint64_t components = 0;  // 0: chosen by the number of rows

  bool on() const { return kernel != KernelKind::none; }
  bool exactly() const { return on() && approximation == Approximation::exact; }
};

/// Rows of the kernel matrix that are kept whatever the bound of the cache: with fewer, those that a step needs would
/// leave as soon as they come.
inline constexpr std::size_t least_kernel_rows = 18;

/// Up to so many rows pairs of multipliers, and scores by the kernel's rows, take no time: weights are for more.
inline constexpr std::size_t few_for_weights = 500;

/// The kernel function of the options.
inline Kernel function_of(const KernelChoices& o) { return {o.kernel, o.gamma, o.degree, o.coef0}; }

std::span<const Field<KernelChoices>> kernel_fields();

}  // namespace halfspace
