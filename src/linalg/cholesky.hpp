// H = L L' of a positive semidefinite matrix, scaled to a unit diagonal first so that badly scaled columns cost no
// digits. A column that depends on those before it to within rounding is left out (its unknown becomes 0) or kept with
// the smallest pivot that is not rounding; a solution can be refined by conjugate gradients with LL' before them. Golub
// and Van Loan 2013, section 4.2.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/stop.hpp"

namespace halfspace {

enum class Dependent { left_out, kept };

class Cholesky {
 public:
  /// Factors the matrix whose lower triangle stands in H, row after row of `size` numbers. This, solve() and
  /// solve_refined() ask `stop` and throw Stopped.
  Cholesky(std::span<const double> H, std::size_t size, Dependent dependent, StopToken stop = {});

  /// x with H x = r; r is overwritten.
  void solve(std::span<double> r) const;

  /// As solve(), then refined against H itself.
  void solve_refined(std::span<const double> H, std::span<double> r) const;

  /// log det H, of the columns not left out.
  double log_determinant() const;

  /// Is column j among those left out?
  bool left_out(std::size_t j) const { return scale_[j] == 0; }

 private:
  StopToken stop_;
  std::size_t size_;
  std::vector<double> L_;
  std::vector<double> scale_;  // 1 / sqrt(H_jj); 0: left out
};

}  // namespace halfspace
