// Kernel rows of a BoxProblem, with the columns of the rows that are active: computed together, the last used kept.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/kernel_rows.hpp"
#include "kernel/row_cache.hpp"
#include "solver/kernel/box_problem.hpp"

namespace halfspace {

template <class T>
class SmoKernel {
 public:
  SmoKernel(const BoxProblem& problem, const BoxOptions& options);

  std::size_t rows() const { return rows_.rows(); }  // of the problem
  T diagonal(std::uint32_t i) const { return diagonal_[i]; }

  /// Curvatures below this are rounding.
  T least_curvature() const { return tau_; }

  bool holds(std::uint32_t i) const { return cache_.holds(i); }

  /// Row i, or null; it counts as used.
  const T* row(std::uint32_t i) { return cache_.find(i); }

  /// So many rows are computed together, at most.
  std::size_t batch() const;
  void fetch(const std::vector<std::uint32_t>& wanted);

  /// Rows that are kept get the columns they lack.
  void change_columns(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& active);

  /// Other columns, and no row kept.
  void start_on(const std::vector<std::uint32_t>& active);

  std::uint64_t rows_computed() const { return computed_; }

 private:
  const BoxOptions& options_;
  KernelRows<T> rows_;
  RowCache<T> cache_;
  std::vector<T> diagonal_;
  T tau_;
  std::uint64_t computed_ = 0;
};

}  // namespace halfspace
