// Choices of a kernel machine beside those of its loss, C and bias (solver/linear/options.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/fields.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

enum class Approximation { exact, nystrom, fourier };

template <>
struct Names<Approximation> {
  static constexpr std::array<std::string_view, 3> list = {"exact", "nystrom", "fourier"};
};

/// Rows of the kernel matrix that are kept whatever the bound of the cache: with fewer, those that a step needs would
/// leave as soon as they come.
inline constexpr std::size_t least_kernel_rows = 18;

struct KernelOptions {
  KernelKind kernel = KernelKind::none;
  double gamma = 0;                                    // 0: 1/d
  std::uint64_t degree = 3;                            // of the polynomial kernel
  double coef0 = 0;                                    // c of the polynomial and the sigmoid kernel
  double nu = 0;                                       // > 0: nu-SVC in place of C
  std::uint64_t cache_mib = 256;                       // most memory for rows of the kernel matrix
  Approximation approximation = Approximation::exact;  // else a linear model of so many features
  std::uint64_t components = 0;                        // 0: chosen by the number of rows

  bool on() const { return kernel != KernelKind::none; }
  bool exactly() const { return on() && approximation == Approximation::exact; }
  Kernel function() const { return {kernel, gamma, degree, coef0}; }
};

std::span<const Field<KernelOptions>> kernel_fields();

/// Is the kernel an inner product whatever the data, so that duality gaps are proofs?
bool is_inner_product(const Kernel& kernel);

}  // namespace halfspace
