// Kernel values in long double, one after the other: for the last digits of small problems, where kernel_rows.hpp is
// for speed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch.hpp"
#include "base/stop.hpp"
#include "data/rows.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

constexpr std::uint64_t wide_work = 4;  // multiplications of doubles that one of long doubles takes

/// Entries of an average row and what the kernel makes of their sum: the multiplications of one value.
double work_of_value(const Matrix& x, const Kernel& kernel);

class WideKernel {
 public:
  /// `constant` is added to every value. `x` must outlive this.
  WideKernel(const Matrix& x, const Kernel& kernel, double constant);

  std::size_t rows() const { return size_.size(); }

  /// work_of_value()
  double work() const { return work_; }

  /// out[l] = k(x_i, x_{targets[l]}) + constant
  void values(std::size_t i, std::span<const std::uint32_t> targets, std::span<long double> out) const;

  /// f[t] += Σ_s c[s] (k(x_{sources[s]}, x_t) + constant) for every row t. Asks `stop` and throws Stopped.
  void add_scores(std::span<const std::uint32_t> sources, std::span<const long double> c, std::span<long double> f,
                  unsigned threads, const StopToken& stop = {}) const;

  long double diagonal(std::size_t i) const;

  /// No |value| is above this.
  long double largest_value() const;

  /// No value is farther than this from that of the rows as doubles hold them.
  long double rounding() const;

  /// No |k(x_i, x_t)| is above reach(i) reach(t), and none is farther than units() reach(i) reach(t) units in the last
  /// place of 1 from that of the rows as doubles hold them: a few large rows do not spoil what is known of the others.
  long double reach(std::size_t i) const;
  long double units() const;

  /// By how much more a value may be off that of the decimals that the doubles stand for.
  long double decimal_error() const;

 private:
  void map(std::size_t i, std::span<const std::uint32_t> targets, std::span<long double> value) const;
  long double largest_base() const;
  long double slope() const;
  bool bounded_by_lengths() const { return kernel_.base() == KernelBase::product && kernel_.uses_degree(); }

  const Matrix& x_;
  Kernel kernel_;
  long double constant_;
  std::size_t cols_ = 0;
  double work_ = 1;
  std::size_t longest_ = 0;
  std::vector<long double> size_;  // |x_i|^2, for L1 distances |x_i|_1
  long double largest_ = 0;        // of size_
  long double largest_entry_ = 0;
  mutable ScratchPool<long double> spread_;  // a row at the columns, zeros elsewhere
};

}  // namespace halfspace
