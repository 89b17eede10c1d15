// The sums of multinomial regression over a range of rows, p_k the softmax of a row's scores:
//
//   slopes       Σ c (p_k - [k = y]) (x_j, 1)          at j K + k
//   hessian      Σ c p_k p_l (x, 1)(x, 1)'             of two classes k > l, for each place of the lower triangle of x x':
//                                                      H has -these between classes, and their sums for a class with itself
//   diagonal     Σ c p_k (1 - p_k) (x_j^2, 1)          at j K + k
//   bias block   Σ c p_k p_l                           of classes k > l
//   mean block   Σ c h (x, 1)(x, 1)'                   lower triangle, h = Σ_k p_k (1 - p_k) / (K - 1): between classes' weights
//                                                      whose sum is 0, the mean of the curvatures of the row
//   exact        Σ c loss, then of each class Σ c (p_k - [k = y]), then of each Σ -c p_k log p_k
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "shard/exact_sum.hpp"
#include "shard/question.hpp"

namespace halfspace {

class SoftmaxSums {
 public:
  SoftmaxSums(const Question& question, const SoftmaxTask& task);

  /// How many numbers a task adds to an answer.
  static std::size_t size(const Question& question, const SoftmaxTask& task);
  static std::size_t exact_size(const Question& question, const SoftmaxTask& task);

  /// c times the loss of a row; `p` as softmax() leaves it.
  void add_loss(double c, double loss, std::span<const double> p, std::size_t y);

  /// slopes += r_k (x, 1)
  void add_row(std::span<const double> r, SparseRow<double> row);

  /// The curvatures of a row; `p` are the probabilities themselves. `drawn`: is it among those of the large blocks?
  void add_curvature(double c, std::span<const double> p, SparseRow<double> row, bool drawn);

  /// Adds the sums to those of other ranges.
  void finish(std::span<double> sum, std::span<ExactSum> exact) const;

 private:
  void add_squares(SparseRow<double> row);
  void add_pairs(SparseRow<double> row);
  void add_mean(double c, std::span<const double> p, SparseRow<double> row);

  std::size_t classes_;
  std::size_t cols_;
  bool bias_;
  std::vector<std::int16_t> slope_grid_;
  std::vector<std::int16_t> hessian_grid_;
  std::vector<std::int16_t> diagonal_grid_;
  std::vector<std::int16_t> bias_grid_;
  std::vector<std::int16_t> mean_grid_;
  std::vector<double> slopes_;
  std::vector<double> hessian_;
  std::vector<double> diagonal_;
  std::vector<double> bias_block_;
  std::vector<double> mean_block_;
  std::vector<double> curvature_;  // of a row, for each class
  std::vector<double> pairs_;      // of a row, c p_k p_l
  std::vector<double> scaled_;     // the same times x_j
  std::vector<ExactSum> exact_;
};

}  // namespace halfspace
