// A = Q R D, Q'Q = 1, D the lengths of the columns, by Gram and Schmidt, column after column; a column that loses much of its length goes through once
// more (twice is enough: Giraud, Langou, Rozloznik, van den Eshof 2005). A'A is never formed, which would square
// the condition. R is of columns of length 1, so that units decide nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/stop.hpp"

namespace halfspace {

class OrthogonalColumns {
 public:
  /// Of columns that stand one after another, `rows` numbers each. Column j is left out as a combination of those before
  /// it where no more of it is left than `rounding` of its length, or than floor[j] (empty: 0). Asks `stop` and throws
  /// Stopped.
  OrthogonalColumns(std::vector<double> columns, std::size_t rows, double rounding, std::span<const double> floor,
                    const StopToken& stop);

  /// The columns that stay, and those that do not, in order.
  const std::vector<std::size_t>& kept() const { return kept_; }
  const std::vector<std::size_t>& dependent() const { return dependent_; }

  /// Column k of Q, of kept()[k].
  const double* q(std::size_t k) const { return q_.data() + k * rows_; }

  /// log det A'A, of the columns that stay.
  double log_determinant() const;

  /// (R D)^-T v, a number for each column that stays; v has one for every column.
  std::vector<double> forward(std::span<const double> v) const;

  /// (R D)^-1 x, for every column: 0 for those left out.
  std::vector<double> back(std::vector<double> x) const;

  /// (A'A)^-1 v, the same.
  std::vector<double> solve(std::span<const double> v) const { return back(forward(v)); }

 private:
  const double* r(std::size_t k) const { return r_.data() + k * (k + 1) / 2; }  // R_0k .. R_kk

  std::size_t rows_;
  std::size_t size_ = 0;  // columns of A
  std::vector<double> q_;
  std::vector<double> r_;
  std::vector<double> length_;  // D
  std::vector<std::size_t> kept_, dependent_;
};

/// The length of what may be rounding in a column of numbers x - c, where the x were doubles: a few roundings of
/// |x| <= |x - c| + |c| in each, times its factor (empty: 1).
double rounding_of(std::span<const double> column, double c, std::span<const double> factor);

/// |v|, where squares would over- or underflow too.
double length_of(std::span<const double> v);

}  // namespace halfspace
