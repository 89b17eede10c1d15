// Kernel values without rounding, of rows whose numbers are taken as the decimals they print as: linear, polynomial and
// precomputed kernels have rational values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "exact/rational.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

/// The shortest decimal that is read back as this finite number.
Rational shortest_decimal(double value);

class ExactKernel {
 public:
  /// Of these rows. Nothing for the other kernels, and for rows whose numbers are too far apart.
  static std::optional<ExactKernel> of(const Matrix& x, const Kernel& kernel, double constant,
                                       std::span<const std::uint32_t> rows);

  /// Every value is a whole number over this.
  const Integer& denominator() const { return denominator_; }

  /// (k(x_i, x_j) + constant) denominator()
  Integer value(std::uint32_t i, std::uint32_t j) const;

  /// Row i times scale().
  const std::vector<std::pair<std::uint32_t, Integer>>& row(std::uint32_t i) const { return rows_.at(i); }
  const Integer& scale() const { return scale_; }

 private:
  Integer product(std::uint32_t i, std::uint32_t j) const;

  Kernel kernel_;
  Integer constant_;
  Integer scale_ = 1;
  Integer denominator_ = 1;
  Integer slope_;  // a value is (slope u.v + shift)^degree, u.v that of the whole numbers
  Integer shift_;
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, Integer>>> rows_;
};

}  // namespace halfspace
