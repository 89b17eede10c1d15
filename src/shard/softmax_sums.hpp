// The sums of multinomial regression over a range of rows, p_k the softmax of a row's scores:
//
//   slopes       Σ c (p_k - [k = y]) (x_j, 1)          at j K + k
//   hessian      Σ c p_k p_l (x, 1)(x, 1)'             of two classes k > l, for each place of the lower triangle of x x':
//                                                      H has -these between classes, and their sums for a class with itself
//   diagonal     Σ c p_k (1 - p_k) (x_j^2, 1)          at j K + k
//   bias block   Σ c p_k p_l                           of classes k > l
//   exact        Σ c loss, then of each class Σ c (p_k - [k = y]), then of each Σ -c p_k log p_k
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "shard/exact_sum.hpp"
#include "shard/grid.hpp"
#include "shard/question.hpp"

namespace halfspace {

class SoftmaxSums {
 public:
  explicit SoftmaxSums(const Question& question);

  /// How many numbers an answer has.
  static std::size_t size(const Question& question);
  static std::size_t exact_size(const Question& question);

  /// c times the loss of a row; `p` as softmax() leaves it.
  void add_loss(double c, double loss, std::span<const double> p, std::size_t y);

  /// slopes += r_k (x, 1)
  template <class Row>
  void add_row(std::span<const double> r, Row row) {
    add_to_columns(r, row, slopes_.data(), [](double v) { return v; });
  }

  /// The curvatures of a row; `p` are the probabilities themselves.
  template <class Row>
  void add_curvature(double c, std::span<const double> p, Row row, bool in_hessian);

  /// Adds the sums to those of other ranges.
  void finish(std::span<double> sum, std::span<ExactSum> exact) const;

 private:
  template <class Row, class F>
  void add_to_columns(std::span<const double> r, Row row, double* to, const F& f) {
    for_each_entry(row, [&](std::size_t j, double v) {
      if (v == 0) return;
      const double by = f(v);
      for (std::size_t k = 0; k < classes_; ++k) to[j * classes_ + k] += grid::odd(r[k] * by);
    });
    for (std::size_t k = 0; bias_ && k < classes_; ++k) to[cols_ * classes_ + k] += grid::odd(r[k]);
  }

  /// hessian += pairs (x, 1)(x, 1)'
  template <class Row>
  void add_square(Row row);

  std::size_t classes_;
  std::size_t cols_;
  bool bias_;
  std::vector<std::int16_t> slope_grid_;
  std::vector<std::int16_t> hessian_grid_;
  std::vector<std::int16_t> diagonal_grid_;
  std::vector<std::int16_t> bias_grid_;
  std::vector<double> slopes_;
  std::vector<double> hessian_;
  std::vector<double> diagonal_;
  std::vector<double> bias_block_;
  std::vector<double> curvature_;    // of a row, for each class
  std::vector<double> pairs_;        // of a row, c p_k p_l
  std::vector<double> scaled_;       // the same times x_j
  std::vector<std::size_t> column_;  // of a row, with the bias
  std::vector<double> value_;
  std::vector<ExactSum> exact_;
};

template <class Row>
void SoftmaxSums::add_curvature(double c, std::span<const double> p, Row row, bool in_hessian) {
  if (!diagonal_.empty()) {
    for (std::size_t k = 0; k < classes_; ++k) curvature_[k] = c * p[k] * (1 - p[k]);
    add_to_columns(curvature_, row, diagonal_.data(), [](double v) { return v * v; });
  }
  if (bias_block_.empty() && !in_hessian) return;
  for (std::size_t k = 1, pair = 0; k < classes_; ++k)
    for (std::size_t l = 0; l < k; ++l) pairs_[pair++] = c * p[k] * p[l];
  for (std::size_t pair = 0; pair < bias_block_.size(); ++pair) bias_block_[pair] += grid::odd(pairs_[pair]);
  if (in_hessian) add_square(row);
}

template <class Row>
void SoftmaxSums::add_square(Row row) {
  column_.clear();
  value_.clear();
  const auto take = [&](std::size_t j, double v) {
    if (v == 0) return;
    column_.push_back(j);
    value_.push_back(v);
  };
  for_each_entry(row, take);
  if (bias_) take(cols_, 1);
  for (std::size_t a = 0; a < column_.size(); ++a) {
    const std::size_t j = column_[a];
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) scaled_[pair] = pairs_[pair] * value_[a];
    for (std::size_t b = 0; b <= a; ++b) {
      double* const to = hessian_.data() + (j * (j + 1) / 2 + column_[b]) * pairs_.size();
      for (std::size_t pair = 0; pair < pairs_.size(); ++pair) to[pair] += grid::odd(scaled_[pair] * value_[b]);
    }
  }
}

}  // namespace halfspace
