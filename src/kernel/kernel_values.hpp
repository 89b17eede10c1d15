// Kernel values k(x_j, u) of fixed rows x_j and any rows u, with the same bits on every machine: what models score with
// and the kernel perceptron learns with. (kernel_rows.hpp is for SMO, which lets the machine fuse and bounds what that
// can do.)
//
//   x_j.u = Σ_k x_jk u_c(k), entry k of x_j adding into lane k mod 8     |x_j - u|^2 = max(0, |x_j|^2 + |u|^2 - 2
//   x_j.u) |x_j - u|_1 = Σ_c |u_c - x_jc|, column after column
//
// Rows far from the origin for their squared distances, and the rows u with them, are moved first (centre.hpp).
//
// 64 rows stand side by side in a panel (simd/panel_ops.hpp), those with as many entries together, so that one vector
// operation does the same step of many sums; the order within each sum stays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/scratch.hpp"
#include "data/rows.hpp"
#include "kernel/kernel.hpp"
#include "simd/vector_ops.hpp"

namespace halfspace {

/// A row u at its columns.
struct SpreadRow {
  const double* value = nullptr;  // columns and one more number, which is 0
  double square = 0;              // |u|^2
  double unseen = 0;              // the part of it that is of columns beyond those
};

class KernelValues {
 public:
  /// The rows are copied: about 12 bytes an entry, for L1 distances 8 a column where that is no more than
  /// 256 MiB. With `phase` values are cos(x_j.u + phase_j) in place of a kernel; it must outlive this.
  template <class M>
  KernelValues(const M& rows, const Kernel& kernel, std::span<const double> phase = {});

  std::size_t size() const { return size_; }
  std::size_t cols() const { return cols_; }

  /// Multiplications of a row u, cosines and exponentials included.
  std::uint64_t work() const;

  /// out[s size() + j] = k(x_j, u_s). The same bits for any number of threads.
  void operator()(std::span<const SpreadRow> u, double* out, unsigned threads = 1) const;

 private:
  struct Panel {
    std::size_t value;    // where its entries begin
    std::size_t column;   // and their columns
    std::size_t entries;  // of its longest row
    bool same_columns;    // of all rows: one column an entry, else 64
  };

  bool distances() const { return kernel_.base() == KernelBase::l1_distance && phase_.empty(); }
  template <class M>
  void hold(const M& rows);
  template <class M>
  void add_panel(const M& rows, std::size_t first);
  void panel_values(std::size_t p, std::span<const SpreadRow> u, double* out) const;
  void base_values(std::size_t p, std::span<const double* const> u, double* t) const;
  void scattered_dots(std::size_t p, std::span<const double* const> u, double* t) const;
  void map_values(std::size_t p, const SpreadRow& u, double* t) const;
  template <class F>
  double sum_of_distances(std::size_t p, std::size_t l, const double* u, F of) const;

  void values_of(std::span<const SpreadRow> u, double* out, unsigned threads) const;

  Kernel kernel_;
  std::span<const double> phase_;
  std::size_t size_;
  std::size_t cols_;
  std::uint64_t stored_ = 0;
  std::vector<double> centre_;  // the rows stand less this; empty: as they are
  bool dense_ = false;          // panels of every column, for L1 distances
  bool in_order_ = true;
  std::vector<std::uint32_t> order_;    // row of place 64 p + l
  std::vector<std::uint32_t> entries_;  // of each place
  std::vector<double> square_;          // |x_j|^2 of each place
  double largest_square_ = 0;
  std::vector<Panel> panels_;
  Buffer<double> storage_;
  double* value_ = nullptr;  // of the panels, in the storage
  Buffer<std::uint32_t> column_;
  mutable ScratchPool<double> scratch_;
};

}  // namespace halfspace
