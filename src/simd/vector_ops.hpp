// The loops that kernel machines spend their time in, compiled for several instruction sets (Highway) and chosen when
// the program runs. A panel holds 64 rows side by side: value k of row l stands at panel[k * 64 + l], so a sparse
// vector meets 64 rows at once and reads only the columns it has. Sums run over columns in order, one lane a row: the
// bits depend on whether the machine fuses multiply and add, not on its width, the number of threads or the block.
#pragma once

#include <cstddef>
#include <cstdint>

namespace halfspace {

inline constexpr std::size_t panel_rows = 64;

/// Entries of one sparse vector.
template <class T>
struct SparseVector {
  const std::uint32_t* column;
  const T* value;
  std::size_t size;
};

template <class T>
struct VectorOps {
  /// out[s * stride + l] = u_s . v_l for the rows v_l of the panel
  void (*dots)(const SparseVector<T>* u, std::size_t count, const T* panel, T* out, std::size_t stride);

  /// out[s * stride + l] = |u_s - v_l|_1, from sums[l] = |v_l|_1
  void (*distances)(const SparseVector<T>* u, std::size_t count, const T* panel, const T* sums, T* out,
                    std::size_t stride);

  /// v[l] = max(0, uu + squares[l] - 2 v[l]): |u - v_l|^2 from u.v_l
  void (*squared_distances)(T* v, const T* squares, T uu, std::size_t n);

  /// v[l] = e^{scale v[l]}
  void (*exponentials)(T* v, T scale, std::size_t n);

  /// v[l] = (gamma v[l] + coef0)^degree
  void (*powers)(T* v, T gamma, T coef0, std::uint64_t degree, std::size_t n);

  /// u[l] -= step (a[l] - b[l]) and near[l] = u[l]; `b` may be null for zeros, `near` may be u itself
  void (*move)(double* u, T* near, const T* a, const T* b, double step, std::size_t n);

  /// The first l with the largest sign * v[l] + open[l], n where that is -infinity everywhere; sign is +1 or -1
  std::size_t (*largest)(const T* v, const T* open, T sign, std::size_t n);

  /// The first l with open[l] = 0 and v[l] < top of the largest (top - v[l])^2 / max(tau, kii + diagonal[l] - 2
  /// row[l]); n where there is none
  std::size_t (*partner)(const T* v, const T* open, const T* row, const T* diagonal, T top, T kii, T tau,
                         std::size_t n);
};

/// The fastest this machine can run. T: float, double.
template <class T>
const VectorOps<T>& vector_ops();

}  // namespace halfspace
