// The sums of multinomial regression over a range of rows, p_k the softmax of a row's scores:
//
//   slopes       Σ c (p_k - [k = y]) (x_j, 1)          at j K + k
//   hessian      Σ c p_k p_l (x, 1)(x, 1)'             of classes k > l, each a lower triangle: H has -these off its diagonal
//                                                      of classes, and on it their sums, since Σ_l p_l = 1
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
#include "shard/grid_rows.hpp"
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

  std::size_t classes_;
  std::size_t cols_;
  bool bias_;
  std::size_t triangle_;  // numbers of a block of the hessian
  std::vector<std::int16_t> slope_grid_;
  std::vector<std::int16_t> hessian_grid_;
  std::vector<std::int16_t> diagonal_grid_;
  std::vector<std::int16_t> bias_grid_;
  std::vector<double> slopes_;
  std::vector<double> hessian_;
  std::vector<double> diagonal_;
  std::vector<double> bias_block_;
  std::vector<double> curvature_;  // of a row
  std::vector<ExactSum> exact_;
};

template <class Row>
void SoftmaxSums::add_curvature(double c, std::span<const double> p, Row row, bool in_hessian) {
  if (!diagonal_.empty()) {
    for (std::size_t k = 0; k < classes_; ++k) curvature_[k] = c * p[k] * (1 - p[k]);
    add_to_columns(curvature_, row, diagonal_.data(), [](double v) { return v * v; });
  }
  if (bias_block_.empty() && !in_hessian) return;
  for (std::size_t k = 1, pair = 0; k < classes_; ++k) {
    for (std::size_t l = 0; l < k; ++l, ++pair) {
      const double h = c * p[k] * p[l];
      if (h == 0) continue;
      if (!bias_block_.empty()) bias_block_[pair] += grid::odd(h);
      if (in_hessian) grid::add_square(h, row, bias_, cols_, hessian_.data() + pair * triangle_);
    }
  }
}

}  // namespace halfspace
