// A = L L' of a small positive definite matrix as it stands, row after row; the caller scales it. Golub and Van Loan
// 2013, algorithm 4.2.1.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"

namespace halfspace {

class PlainCholesky {
 public:
  /// Factors the matrix whose lower triangle stands in A, row after row of `size` numbers, up to the first column that
  /// depends on those before it. Counts its work at `pace` and may throw Stopped.
  PlainCholesky(std::vector<double> A, std::size_t size, Pace& pace);

  /// The first column that is a combination of those before it to within rounding; nothing when A can be inverted.
  std::optional<std::size_t> dependent() const { return dependent_; }

  double log_determinant() const;

  /// L^-1 v
  std::vector<double> forward(std::span<const double> v) const;

  /// A^-1 v
  std::vector<double> solve(std::span<const double> v) const;

 private:
  std::size_t size_;
  std::vector<double> L_;  // lower
  std::optional<std::size_t> dependent_;
};

}  // namespace halfspace
