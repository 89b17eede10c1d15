// The Fisher information of logistic regression on small dense data:
//
//   I = X^T W X,   W = diag(c_i p_i (1 - p_i)),   p_i = 1 / (1 + e^{-s_i}),   s = X w̄
//
// X with a last column of 1 where there is a bias. Columns are divided by their largest size inside, so that units do
// not decide what is singular; everything handed out is in original units, log det I apart from a constant.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "data/rows.hpp"
#include "linalg/plain_cholesky.hpp"

namespace halfspace {

/// The rows as dense columns with the bias column, each divided by its scale.
struct DenseDesign {
  DenseDesign(const Matrix& x, bool bias);

  std::size_t rows = 0;
  std::size_t size = 0;       // p, columns with the bias
  std::vector<double> value;  // rows x size
  std::vector<double> scale;  // of each column; 1 for a column of zeros
  const double* row(std::size_t i) const { return value.data() + i * size; }
  void drop(std::size_t column);
};

/// Columns that are combinations of the others to within rounding (Gram-Schmidt twice, the bias first), the last first.
/// Asks `stop` and throws Stopped, as Information does.
std::vector<std::size_t> dependent_columns(const DenseDesign& x, bool bias, const StopToken& stop = {});

/// I = L L^T at some weights.
class Information {
 public:
  /// `weight` holds W_i = c_i p_i (1 - p_i).
  Information(const DenseDesign& x, std::span<const double> weight, StopToken stop = {});

  /// The first column that is a combination of those before it, on rows that count; nothing when I can be inverted.
  std::optional<std::size_t> dependent() const { return factor_.dependent(); }

  double log_determinant() const { return factor_.log_determinant(); }

  /// I^-1 v, in the units of the design.
  std::vector<double> solve(std::span<const double> v) const { return factor_.solve(v); }

  /// x^T I^-1 x of a row of the design.
  double leverage(const double* x) const;

  /// The variances of the weights in original units: the diagonal of I^-1.
  std::vector<double> variances() const;

 private:
  const DenseDesign& x_;
  StopToken stop_;
  PlainCholesky factor_;
};

}  // namespace halfspace
