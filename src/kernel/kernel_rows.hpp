// Many kernel values at once: k(x_s, x_l) of chosen source rows s against all target rows l, by panels of 64 targets
// (simd/vector_ops.hpp). A source is sparse, a target dense, so a value costs as many multiplications as the source has
// entries. Where dense targets would take too much memory (text: many columns, few of them used) they stay sparse and
// the source is spread out instead.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/scratch.hpp"
#include "base/stop.hpp"
#include "data/rows.hpp"
#include "kernel/kernel.hpp"
#include "simd/vector_ops.hpp"

namespace halfspace {

/// Sums of add_scores() are off by at most so many units in the last place of the sum of the sizes of their terms.
inline constexpr double score_roundings = 24;

template <class T>
class KernelRows {
 public:
  /// `constant` is added to every value: 1 for an augmented bias. `x` must outlive this.
  KernelRows(const Matrix& x, const Kernel& kernel, double constant);

  std::size_t rows() const { return start_.size() - 1; }

  /// The rows that values are computed against from now on, in this order.
  void look_at(std::vector<std::uint32_t> targets);
  std::size_t targets() const { return targets_.size(); }

  /// out[s][l] = k(x_{source s}, x_{target l}). This and add_scores() ask `stop` and throw Stopped.
  void compute(std::span<const std::uint32_t> sources, std::span<T* const> out, unsigned threads,
               const StopToken& stop = {}) const;

  /// f[l] += sum_s c[s] k(x_{source s}, x_{target l})
  void add_scores(std::span<const std::uint32_t> sources, std::span<const double> c, std::span<double> f,
                  unsigned threads, const StopToken& stop = {}) const;

  /// k(x_i, x_i)
  T diagonal(std::size_t i) const;

  /// The largest |x_i|^2 (L1 distances: |x_i|_1).
  double largest_size() const { return largest_; }

  /// No |k(x_i, x_j)| is above this (a listed kernel: the largest entry).
  double largest_value() const;

  /// No computed value is farther than this from the exact one.
  double rounding() const;

  /// Of an RBF kernel: nor farther than this share of it. Nothing where that is not small.
  std::optional<double> relative_rounding() const;

  /// Bytes of copies of the rows.
  std::uint64_t bytes() const;

 private:
  SparseVector<T> source(std::size_t i) const {
    return {column_.data() + start_[i], value_.data() + start_[i], static_cast<std::size_t>(start_[i + 1] - start_[i])};
  }
  void renumber();
  double largest_base() const;
  double rounding_of_base() const;
  std::uint64_t work_of(std::span<const std::uint32_t> sources) const;
  std::size_t panels() const { return (targets_.size() + panel_rows - 1) / panel_rows; }
  void fill_panel(std::size_t panel, T* out) const;
  /// Values of a batch of sources against one panel, 64 apart.
  void panel_values(std::span<const std::uint32_t> sources, std::size_t panel, const T* rows, T* out) const;
  /// `u` is 0 in every column, before and after.
  void sparse_values(std::uint32_t i, std::size_t panel, std::vector<double>& u, T* out) const;
  void picked_values(std::uint32_t i, std::size_t panel, T* out) const;
  void to_kernel(std::size_t i, std::size_t panel, T* v) const;
  const T* kept_panel(std::size_t panel, std::vector<T>& scratch) const;

  Kernel kernel_;
  T constant_;
  std::size_t cols_;
  bool dense_;  // targets as panels
  std::uint64_t most_kept_;
  std::vector<std::uint64_t> start_;
  Buffer<std::uint32_t> column_;
  Buffer<T> value_;
  std::vector<T> size_;  // |x_i|^2, for L1 distances |x_i|_1
  double largest_ = 0;
  std::size_t longest_ = 0;  // entries of a row
  std::vector<std::uint32_t> targets_;
  std::vector<T> target_size_;      // padded to whole panels
  Buffer<T> panel_;                 // empty: filled when looked at
  mutable ScratchPool<T> scratch_;  // such panels
  mutable ScratchPool<double> spread_;
};

}  // namespace halfspace
