// The vector operations of every learner, with one fixed order of additions on every target: entry k of a row adds into
// virtual lane k mod 8, and the eight lanes are summed pairwise. The compiler may use any vector width for that; the
// bits stay the same because nothing is reassociated (no -ffast-math) and nothing is fused (-ffp-contract=off).
#pragma once

#include <cmath>
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

/// The same sum where products do not stand side by side in memory: lanes that are no array stay in registers at the end
/// of the short rows of sparse data.
template <class F>
inline double scattered_lanes(std::size_t size, F product) {
  double a0 = 0;
  double a1 = 0;
  double a2 = 0;
  double a3 = 0;
  double a4 = 0;
  double a5 = 0;
  double a6 = 0;
  double a7 = 0;
  std::size_t k = 0;
  const auto add_two = [&](double& a, double& b, std::size_t at) __attribute__((always_inline)) {
    a += product(at);
    b += product(at + 1);
  };
  for (; k + 8 <= size; k += 8) {
    add_two(a0, a1, k);
    add_two(a2, a3, k + 2);
    add_two(a4, a5, k + 4);
    add_two(a6, a7, k + 6);
  }
  const std::size_t rest = size - k;
  if (rest >= 4) {
    add_two(a0, a1, k);
    add_two(a2, a3, k + 2);
    if (rest >= 6) add_two(a4, a5, k + 4);
    if (rest == 7) a6 += product(k + 6);
    if (rest == 5) a4 += product(k + 4);
  } else {
    if (rest >= 2) add_two(a0, a1, k);
    if (rest == 3) a2 += product(k + 2);
    if (rest == 1) a0 += product(k);
  }
  const double a[8] = {a0, a1, a2, a3, a4, a5, a6, a7};  // NOLINT(cppcoreguidelines-avoid-c-arrays)
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
  return detail::scattered_lanes(size, [&](std::size_t k) { return static_cast<double>(x[k]) * w[column[k]]; });
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

/// sum of the absolute values of x
template <class T>
double absolute_sum(const T* x, std::size_t size) {
  return detail::lanes(size, [&](std::size_t k) { return std::fabs(static_cast<double>(x[k])); });
}

}  // namespace halfspace
