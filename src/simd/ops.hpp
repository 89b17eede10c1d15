// The vector operations of every learner, with one fixed order of additions on every target: entry k of a row adds into
// virtual lane k mod 8, and the eight lanes are summed pairwise. The compiler may use any vector width for that; the
// bits stay the same because nothing is reassociated (no -ffast-math) and nothing is fused (-ffp-contract=off).
#pragma once

#include <cstddef>
#include <cstdint>

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

/// x . w, dense
template <class T>
double dot(const T* x, std::size_t size, const double* w) {
  return detail::lanes(size, [&](std::size_t k) { return static_cast<double>(x[k]) * w[k]; });
}

/// x . w, sparse: entry k of x stands in column[k]
template <class T>
double dot(const std::uint32_t* column, const T* x, std::size_t size, const double* w) {
  return detail::lanes(size, [&](std::size_t k) { return static_cast<double>(x[k]) * w[column[k]]; });
}

/// w += c x, dense
template <class T>
void axpy(double c, const T* x, std::size_t size, double* w) {
  for (std::size_t k = 0; k < size; ++k) w[k] += c * static_cast<double>(x[k]);
}

/// w += c x, sparse
template <class T>
void axpy(double c, const std::uint32_t* column, const T* x, std::size_t size, double* w) {
  for (std::size_t k = 0; k < size; ++k) w[column[k]] += c * static_cast<double>(x[k]);
}

/// squared length of x
template <class T>
double squared_norm(const T* x, std::size_t size) {
  return detail::lanes(size, [&](std::size_t k) {
    const auto v = static_cast<double>(x[k]);
    return v * v;
  });
}

}  // namespace halfspace
