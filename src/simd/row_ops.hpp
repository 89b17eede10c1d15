// Loops over rows of solvers of linear models and of what looks rows over, with the same bits on every machine:
// exponentials and logarithms are the operations of base/elementary.hpp, and nothing is fused.
#pragma once

#include <cstddef>
#include <vector>

#include "base/number_kinds.hpp"

namespace halfspace {

inline constexpr std::size_t column_block = 8;  // of a tile
inline constexpr std::size_t tile_rows = 4;

struct RowOps {
  /// tile[t][l] += Σ_i scaled[i][t] x[i][l], 4 x 8 numbers, of `count` rows `stride` numbers apart; `tile` at a multiple
  /// of 64 bytes
  void (*add_tile)(const double* x, const double* scaled, std::size_t stride, std::size_t count, double* tile);

  /// Of columns q_l of n numbers, by four, the last count % 4 one by one: c_l = q_l.a of a group, then a -= Σ c_l q_l and
  /// r[l] += c_l. The sums are those of dot() in ops.hpp.
  void (*take_parts)(const double* q, std::size_t count, std::size_t n, double* a, double* r);

  /// value[i] = log(1 + e^-m), slope[i] = -σ(-m), bend[i] = σ(m) σ(-m) at m = m[i]; null: not wanted
  void (*sigmoids)(const double* m, std::size_t n, double* value, double* slope, double* bend);

  /// v[i] = e^v for v <= 0, in place
  void (*exponentials)(double* v, std::size_t n);

  /// out[i] = a log a + (1 - a) log(1 - a), 0 log 0 = 0, at a = a[i] in [0, 1]
  void (*entropies)(const double* a, std::size_t n, double* out);

  /// Of n finite numbers; `decimals` asks of 0 < |v| < `below`.
  NumberKinds (*kinds)(const double* v, std::size_t n, double below, double unit);
  NumberKinds (*float_kinds)(const float* v, std::size_t n, double below, double unit);
};

/// The fastest this machine can run.
const RowOps& row_ops();

/// All that it can run, for tests: they have the same bits.
std::vector<const RowOps*> supported_row_ops();

}  // namespace halfspace
