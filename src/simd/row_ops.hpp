// The loops of solvers of linear models over rows, with the same bits on every machine: sums add in the lanes of
// ops.hpp, exponentials and logarithms are the operations of base/elementary.hpp, and nothing is fused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/vector_ops.hpp"

namespace halfspace {

inline constexpr std::size_t column_block = 8;
inline constexpr std::size_t tile_rows = 4;

/// `scale` times the first blocks of a sparse row: 8 numbers each, from a multiple of 64 bytes on.
struct BlockedTerm {
  const std::uint32_t* block;  // first column of each
  const double* value;
  std::size_t blocks;
  double scale;
};

struct RowOps {
  /// out[s] = x_s . v
  void (*dots)(const SparseVector<double>* x, std::size_t count, const double* v, double* out);
  void (*float_dots)(const SparseVector<float>* x, std::size_t count, const double* v, double* out);

  /// out[s] = x_s . v of `count` dense rows x_s, `stride` numbers apart
  void (*dense_dots)(const double* x, std::size_t stride, std::size_t count, const double* v, std::size_t size,
                     double* out);

  /// to += Σ terms; `to` at a multiple of 64 bytes
  void (*add_blocks)(const BlockedTerm* terms, std::size_t count, double* to);

  /// tile[t][l] += Σ_i scaled[i][t] x[i][l], 4 x 8 numbers, of `count` rows `stride` numbers apart; `tile` at a multiple
  /// of 64 bytes
  void (*add_tile)(const double* x, const double* scaled, std::size_t stride, std::size_t count, double* tile);

  /// value[i] = log(1 + e^-m), slope[i] = -σ(-m), bend[i] = σ(m) σ(-m) at m = m[i]; null: not wanted
  void (*sigmoids)(const double* m, std::size_t n, double* value, double* slope, double* bend);

  /// out[i] = a log a + (1 - a) log(1 - a), 0 log 0 = 0, at a = a[i] in [0, 1]
  void (*entropies)(const double* a, std::size_t n, double* out);
};

/// The fastest this machine can run.
const RowOps& row_ops();

inline void sparse_dots(const SparseVector<double>* x, std::size_t count, const double* v, double* out) {
  row_ops().dots(x, count, v, out);
}
inline void sparse_dots(const SparseVector<float>* x, std::size_t count, const double* v, double* out) {
  row_ops().float_dots(x, count, v, out);
}

/// All that it can run, for tests: they have the same bits.
std::vector<const RowOps*> supported_row_ops();

}  // namespace halfspace
