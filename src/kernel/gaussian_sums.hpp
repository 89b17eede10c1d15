// Sums of RBF values over many rows, and the values among a few: the rows summed over (the sources) stand in panels of
// 32 (simd/gaussian_ops.hpp), which every row meets once. Nothing of a kernel matrix is kept; equal rows are computed
// once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/stop.hpp"
#include "data/rows.hpp"
#include "kernel/kernel.hpp"
#include "simd/gaussian_ops.hpp"

namespace halfspace {

class GaussianSums {
 public:
  /// An RBF kernel, on rows of so few columns that panels stay in cache.
  static bool fits(const Matrix& x, const Kernel& kernel);

  /// first[t]: the first row equal to row t; empty: each is its own.
  GaussianSums(const Matrix& x, const Kernel& kernel, double constant, std::span<const std::uint32_t> first);

  /// f[t] += Σ_s c[s] (k(x_{source s}, x_t) + constant) for every row t. Asks `stop` and throws Stopped.
  void add(std::span<const std::uint32_t> sources, std::span<const double> c, std::span<double> f, unsigned threads,
           const StopToken& stop) const;

 private:
  struct Panels;

  std::size_t distinct() const { return row_.size(); }
  std::uint32_t place(std::uint32_t t) const { return place_.empty() ? t : place_[t]; }
  void cut_rows();
  Panels panels_of(std::span<const std::uint32_t> places, std::span<const double> c) const;
  void add_panels(const Panels& panels, std::span<double> sum, std::span<double> lost, unsigned threads,
                  const StopToken& stop) const;

  double gamma_;
  double constant_;
  std::size_t cols_;
  std::vector<std::uint32_t> place_;  // of row t among the distinct ones; empty: t
  Buffer<std::uint32_t> column_;      // of distinct rows
  Buffer<double> value_;
  std::vector<SparseVector<double>> row_;
  std::vector<double> square_;  // |x|^2
  std::size_t parts_ = 1;       // of columns, each so many that a panel's are in the nearest cache
  Buffer<std::uint32_t> cut_;   // entries of row r before each part, GaussianQueries::cut; one part: none
};

}  // namespace halfspace
