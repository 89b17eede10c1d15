// The vector operations of every learner, with one fixed order of additions on every target: entry k of a row adds into
// virtual lane k mod 8, and the eight lanes are summed pairwise. The compiler may use any vector width for that; the
// bits stay the same because nothing is reassociated (no -ffast-math) and nothing is fused (-ffp-contract=off).
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/rows.hpp"

namespace halfspace {

namespace detail {

inline double lane_sum(const double* a) { return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7])); }

/// sum_k product(k) over k < size, in eight lanes.
template <class F>
inline double lanes(std::size_t size, F product) {
  double a[8] = {};  // NOLINT(cppcoreguidelines-avoid-c-arrays)
  std::size_t k = 0;
  for (; k + 8 <= size; k += 8) {
    for (std::size_t l = 0; l < 8; ++l) a[l] += product(k + l);
  }
  for (std::size_t l = 0; k < size; ++k, ++l) a[l] += product(k);
  return lane_sum(a);
}

}  // namespace detail

/// x . w
template <class T>
inline double dot(DenseRow<T> x, const double* w) {
  return detail::lanes(x.size, [&](std::size_t k) { return static_cast<double>(x.value[k]) * w[k]; });
}
template <class T>
inline double dot(SparseRow<T> x, const double* w) {
  return detail::lanes(x.size, [&](std::size_t k) { return static_cast<double>(x.value[k]) * w[x.column[k]]; });
}

/// w += c x
template <class T>
inline void axpy(double c, DenseRow<T> x, double* w) {
  for (std::size_t k = 0; k < x.size; ++k) w[k] += c * static_cast<double>(x.value[k]);
}
template <class T>
inline void axpy(double c, SparseRow<T> x, double* w) {
  for (std::size_t k = 0; k < x.size; ++k) w[x.column[k]] += c * static_cast<double>(x.value[k]);
}

/// |x|^2
template <class Row>
inline double squared_norm(Row x) {
  return detail::lanes(x.size, [&](std::size_t k) {
    const auto v = static_cast<double>(x.value[k]);
    return v * v;
  });
}

}  // namespace halfspace
