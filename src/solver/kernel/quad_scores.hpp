// Scores of polynomial kernels in numbers of 113 bits: where C k(x, x) is large, what rounding can have hidden in long
// doubles is more than the gap.
#pragma once

#include <cstdint>
#include <span>

#include "base/stop.hpp"
#include "data/rows.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

constexpr std::uint64_t quad_work = 64;  // multiplications of doubles that one of Quads takes

/// Kernels that are sums and products alone; false for all where there are no such numbers.
bool has_quad_scores(const Kernel& kernel);

/// f[t] = Σ_s c[s] (k(x_{sources[s]}, x_t) + constant) for every row t, rounded once more to long double. Asks `stop`
/// and throws Stopped.
void quad_scores(const Matrix& x, const Kernel& kernel, double constant, std::span<const std::uint32_t> sources,
                 std::span<const long double> c, std::span<long double> f, unsigned threads, const StopToken& stop);

}  // namespace halfspace
