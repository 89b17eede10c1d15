// Loops over panels of 64 rows whose bits are the same on every machine: each row has the sum that ops.hpp makes of it
// (entry k adds into lane k mod 8), e^x the operations of base/elementary.hpp, and nothing is fused. vector_ops.hpp
// has the loops of training, which may fuse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

/// Rows of a panel that stand side by side in memory: of rows of `size` entries each, entry k of row l of the panel is
/// at place (l / 16 size + k) 16 + l % 16.
inline constexpr std::size_t group_rows = 16;

struct PanelOps {
  /// out[64 s + l] = x_l . u_s of 64 rows with `size` entries each, entry k of every row in column[k].
  void (*dots)(const double* value, const std::uint32_t* column, std::size_t size, const double* const* u,
               std::size_t count, double* out);

  /// out[l] = Σ_k value[16 k + l] x[16 k + l] for the 16 rows of a group: x is u at the column of each entry.
  void (*group_dots)(const double* value, const double* x, std::size_t size, double* out);

  /// out[64 s + l] = Σ_c |u_sc - x_lc|, c = 0, 1, ..., cols - 1: rows with an entry a column.
  void (*distances)(const double* value, std::size_t cols, const double* const* u, std::size_t count, double* out);

  /// v[l] = e^{scale v[l]}, l < 64
  void (*exponentials)(double* v, double scale);
};

/// The fastest this machine can run.
const PanelOps& panel_ops();

/// All that it can run, for tests: they have the same bits.
std::vector<const PanelOps*> supported_panel_ops();

}  // namespace halfspace
