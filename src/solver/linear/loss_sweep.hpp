// A loss at many margins at once: in vectors where src/simd has its loop, with the bits of one margin after the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <variant>

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

/// Calls f(loss, first, size, star) for blocks of rows: star = loss*(-α_i / C_i).
template <class F>
void for_conjugates(const Design& z, std::span<const double> alpha, F f) {
  std::visit(
      [&]<class L>(L loss) {
        std::array<double, swept_rows> part{};
        std::array<double, swept_rows> star{};
        for_swept_blocks(z.n(), [&](std::size_t first, std::size_t size) {
          for (std::size_t i = 0; i < size; ++i) part[i] = alpha[first + i] / z.cost()[first + i];
          sweep_conjugate<L>(part.data(), size, star.data());
          f(loss, first, size, star.data());
        });
      },
      loss_of(z.loss()));
}

}  // namespace halfspace
