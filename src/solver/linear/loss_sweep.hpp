// A loss at many margins at once: in vectors where src/simd has its loop, with the bits of one margin after the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "loss/losses.hpp"
#include "simd/row_ops.hpp"
#include "solver/linear/design.hpp"

namespace halfspace {

inline constexpr std::size_t swept_rows = 64;  // a block of them, in registers and the nearest cache

/// value(m), slope(m) and curvature(m) of n margins; null: not wanted.
template <class L>
void sweep(const double* m, std::size_t n, double* value, double* slope, double* bend) {
  if constexpr (L::traits.sigmoid) {
    row_ops().sigmoids(m, n, value, slope, bend);
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      if (value != nullptr) value[i] = L::value(m[i]);
      if (slope != nullptr) slope[i] = L::slope(m[i]);
      if constexpr (HasCurvature<L>) {
        if (bend != nullptr) bend[i] = L::curvature(m[i]);
      }
    }
  }
}

/// conjugate(-a) of n numbers, to another place.
template <class L>
void sweep_conjugate(const double* a, std::size_t n, double* out) {
  if constexpr (L::traits.sigmoid) {
    row_ops().entropies(a, n, out);
    for (std::size_t i = 0; i < n; ++i) {
      if (a[i] < 0 || a[i] > 1) out[i] = not_a_slope;
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) out[i] = L::conjugate(-a[i]);
  }
}

/// Calls f(first, size) for blocks of rows.
template <class F>
void for_swept_blocks(std::size_t n, F f) {
  for (std::size_t first = 0; first < n; first += swept_rows) f(first, std::min(swept_rows, n - first));
}

/// f(loss, first, size, sum) adds what blocks of rows have, to a sum of each range of them.
template <class Sum, class F>
Sum sum_by_ranges(const Design& z, F f) {
  std::vector<Sum> sum(z.ranges());
  std::visit(
      [&](auto loss) {
        z.for_ranges(sum.size(), [&](std::size_t k, std::size_t begin, std::size_t end) {
          Sum of_range{};
          for_swept_blocks(end - begin, [&](std::size_t at, std::size_t size) { f(loss, begin + at, size, of_range); });
          sum[k] = of_range;
        });
      },
      loss_of(z.loss()));
  for (std::size_t k = 1; k < sum.size(); ++k) sum[0] += sum[k];
  return sum[0];
}

/// star = loss*(-α_i / C_i) of a block of rows
template <class L>
void conjugates_of(const Design& z, std::span<const double> alpha, std::size_t first, std::size_t size, double* star) {
  std::array<double, swept_rows> part{};
  for (std::size_t i = 0; i < size; ++i) part[i] = alpha[first + i] / z.cost()[first + i];
  sweep_conjugate<L>(part.data(), size, star);
}

}  // namespace halfspace
