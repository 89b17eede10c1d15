// The points a minimum-norm step stands on, as the columns of A = QR, updated when a point enters or leaves.
//
//   column of an ordinary point p: (1, p)     of a free one: (0, p), whose multiplier may have any sign
//   y = argmin |A y - t|,   r = t - A y,   t = e_0 unless another target is given
//
// With t = e_0 and s = Σ y over ordinary points, y/s are the affine weights of the point of smallest norm in the affine
// hull of the ordinary points plus the span of the free ones, and r = (1 - s) (1, -v/|v|^2) for that point v. Q is kept
// orthonormal by projecting twice (Daniel, Gragg, Kaufman, Stewart 1976), so r keeps its direction down to rounding;
// the Cholesky factor of the Gram matrix (Wolfe 1976, method D) would lose half the digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

class Corral {
 public:
  /// Points of `dims` coordinates; a target has one more, the first.
  explicit Corral(std::size_t dims);
  explicit Corral(std::vector<double> target);

  std::size_t size() const { return count_; }

  /// Appends a point. False when its column depends on the others to within rounding: nothing changes.
  bool add(std::span<const double> point, bool free);

  /// Takes column k out; those behind it move up.
  void remove(std::size_t k);

  /// y of all columns.
  std::vector<double> solve() const;

  /// r_0 and r_1..r_dims.
  std::span<const double> residual() const { return residual_; }

 private:
  double* q(std::size_t k) { return q_.data() + k * height_; }
  const double* q(std::size_t k) const { return q_.data() + k * height_; }
  void find_residual();

  std::size_t height_;  // dims + 1
  std::vector<double> target_;
  std::size_t count_ = 0;
  std::vector<double> q_;               // columns of Q, one after another
  std::vector<std::vector<double>> r_;  // columns of R
  std::vector<double> part_;            // Q't
  std::vector<double> residual_;
  double length_found_ = 1;  // the longest that the residual was since it was last found anew
  std::uint64_t removed_ = 0;
};

}  // namespace halfspace
