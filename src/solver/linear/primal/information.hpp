// The Fisher information of logistic regression on small dense data:
//
//   I = X^T W X,   W = diag(c_i p_i (1 - p_i)),   p_i = 1 / (1 + e^{-s_i}),   s = X w̄
//
// X with a first column of 1 where there is a bias. I = R^T R of W^(1/2) X = Q R, so that columns that are nearly
// combinations of others cost half of the digits that I itself would. Everything handed out is in original units.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "data/rows.hpp"
#include "linalg/orthogonal_columns.hpp"

namespace halfspace {

/// The rows as dense columns, the bias column of 1 first.
struct DenseDesign {
  DenseDesign(const Matrix& x, bool bias);

  /// With a bias: x - c in place of each column, c its mean by `weight`, so that columns far from 0 beside their spread
  /// keep their digits. w.x + b = w.(x - c) + (b + w.c).
  void centre(std::span<const double> weight);

  std::size_t rows = 0;
  std::size_t size = 0;  // p, columns with the bias
  bool bias = false;
  std::vector<double> value;  // size columns of `rows` numbers
  std::vector<double> moved;  // c; empty: no column moved
  std::span<double> column(std::size_t j) { return {value.data() + j * rows, rows}; }
  std::span<const double> column(std::size_t j) const { return {value.data() + j * rows, rows}; }
  std::vector<double> row(std::size_t i) const;
  void drop(std::size_t column);
};

/// Columns that are combinations of those before them to within the rounding of their numbers, in order. Asks `stop` and
/// throws Stopped, as Information does.
std::vector<std::size_t> dependent_columns(const DenseDesign& x, const StopToken& stop = {});

/// I = R^T R at some weights.
class Information {
 public:
  /// `weight` holds W_i = c_i p_i (1 - p_i).
  Information(const DenseDesign& x, std::span<const double> weight, StopToken stop = {});

  /// Columns that are combinations of those before them on rows that count; none where I can be inverted.
  const std::vector<std::size_t>& dependent() const { return factor_.dependent(); }

  /// x^T I^-1 x of a row of the design.
  double leverage(std::span<const double> x) const;

  /// The standard errors of the weights, the bias first: the roots of the diagonal of I^-1, of columns that did not move.
  std::vector<double> errors() const;

 private:
  const DenseDesign& x_;
  StopToken stop_;
  OrthogonalColumns factor_;
};

}  // namespace halfspace
