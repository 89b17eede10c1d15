#include "shard/softmax_sums.hpp"

#include <algorithm>

#include "base/elementary.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

std::int16_t on_grid(int e) { return static_cast<std::int16_t>(std::clamp(e, grid::least, grid::most + 1)); }

std::size_t triangle_of(const Question& q) { return q.dims() * (q.dims() + 1) / 2; }

}  // namespace

std::size_t SoftmaxSums::size(const Question& q, const SoftmaxTask& t) {
  const std::size_t pairs = class_pairs(q.classes.size());
  const std::size_t weights = q.classes.size() * q.dims();
  if (t.product) return weights;
  return weights + (t.hessian ? pairs * triangle_of(q) : 0) + (t.diagonal ? weights : 0) + (t.bias_block ? pairs : 0) +
         (t.mean_block ? triangle_of(q) : 0);
}

std::size_t SoftmaxSums::exact_size(const Question& q, const SoftmaxTask& t) {
  return t.product ? 0 : 1 + 2 * q.classes.size();
}

SoftmaxSums::SoftmaxSums(const Question& q, const SoftmaxTask& t)
    : classes_(q.classes.size()),
      cols_(q.cols),
      bias_(q.bias),
      curvature_(q.classes.size()),
      pairs_(class_pairs(q.classes.size())),
      scaled_(pairs_.size()),
      exact_(exact_size(q, t)) {
  const int slope = grid::exponent(1);
  const int curvature = grid::exponent(0.25);  // p_k (1 - p_k), p_k p_l
  for (std::size_t j = 0; j < q.dims(); ++j) {
    const int of_product = q.second_moment[j] + t.reach;
    const int of_slopes = std::min(q.first_moment[j] + slope, q.second_moment[j] + t.loss_reach);
    slope_grid_.insert(slope_grid_.end(), classes_, on_grid(t.product ? of_product : of_slopes));
    if (t.diagonal && !t.product)
      diagonal_grid_.insert(diagonal_grid_.end(), classes_, on_grid(curvature + 2 * q.second_moment[j]));
  }
  const auto add_triangle = [&](std::vector<std::int16_t>& to, int bound, std::size_t blocks) {
    for (std::size_t j = 0; j < q.dims(); ++j)
      for (std::size_t i = 0; i <= j; ++i)
        to.insert(to.end(), blocks, on_grid(bound + q.second_moment[j] + q.second_moment[i]));
  };
  if (t.hessian && !t.product) add_triangle(hessian_grid_, curvature, pairs_.size());
  if (t.mean_block && !t.product) add_triangle(mean_grid_, grid::exponent(0.5), 1);  // h <= 1/K
  if (t.bias_block && !t.product)
    bias_grid_.assign(class_pairs(classes_), on_grid(curvature + 2 * q.second_moment[cols_]));
  slopes_ = grid::begun(slope_grid_);
  hessian_ = grid::begun(hessian_grid_);
  diagonal_ = grid::begun(diagonal_grid_);
  bias_block_ = grid::begun(bias_grid_);
  mean_block_ = grid::begun(mean_grid_);
}

void SoftmaxSums::add_loss(double c, double loss, std::span<const double> p, std::size_t y) {
  exact_[0].add(c * loss);
  for (std::size_t k = 0; k < classes_; ++k) {
    if (p[k] == 0) continue;
    const bool own = k == y;
    exact_[1 + k].add(own ? -(c * p[k]) : c * p[k]);
    const double likely = own ? 1 - p[k] : p[k];
    if (likely > 0)
      exact_[1 + classes_ + k].add(-(c * likely) * (own ? elementary::log1p(-p[k]) : elementary::log(likely)));
  }
}

void SoftmaxSums::add_row(std::span<const double> r, SparseRow<double> row) {
  for_each_entry(row, [&](std::size_t j, double v) {
    double* const to = slopes_.data() + j * classes_;
    for (std::size_t k = 0; k < classes_; ++k) to[k] += grid::odd(r[k] * v);
  });
  for (std::size_t k = 0; bias_ && k < classes_; ++k) slopes_[cols_ * classes_ + k] += grid::odd(r[k]);
}

void SoftmaxSums::add_curvature(double c, std::span<const double> p, SparseRow<double> row, bool drawn) {
  if (!diagonal_.empty()) {
    for (std::size_t k = 0; k < classes_; ++k) curvature_[k] = c * p[k] * (1 - p[k]);
    add_squares(row);
  }
  if (drawn && !mean_block_.empty()) add_mean(c, p, row);
  const bool in_hessian = drawn && !hessian_.empty();
  if (bias_block_.empty() && !in_hessian) return;
  for (std::size_t k = 1, pair = 0; k < classes_; ++k)
    for (std::size_t l = 0; l < k; ++l) pairs_[pair++] = c * p[k] * p[l];
  for (std::size_t pair = 0; pair < bias_block_.size(); ++pair) bias_block_[pair] += grid::odd(pairs_[pair]);
  if (in_hessian) add_pairs(row);
}

/// diagonal += curvature_k (x^2, 1)
void SoftmaxSums::add_squares(SparseRow<double> row) {
  for_each_entry(row, [&](std::size_t j, double v) {
    double* const to = diagonal_.data() + j * classes_;
    for (std::size_t k = 0; k < classes_; ++k) to[k] += grid::odd(curvature_[k] * (v * v));
  });
  for (std::size_t k = 0; bias_ && k < classes_; ++k) diagonal_[cols_ * classes_ + k] += grid::odd(curvature_[k]);
}

/// hessian += pairs (x, 1)(x, 1)'
void SoftmaxSums::add_pairs(SparseRow<double> row) {
  const std::size_t entries = row.size + (bias_ ? 1 : 0);
  const auto column = [&](std::size_t a) { return a < row.size ? row.column[a] : cols_; };
  const auto value = [&](std::size_t a) { return a < row.size ? row.value[a] : 1; };
  for (std::size_t a = 0; a < entries; ++a) {
    const std::size_t j = column(a);
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) scaled_[pair] = pairs_[pair] * value(a);
    for (std::size_t b = 0; b <= a; ++b) {
      double* const to = hessian_.data() + (j * (j + 1) / 2 + column(b)) * pairs_.size();
      const double v = value(b);
      for (std::size_t pair = 0; pair < pairs_.size(); ++pair) to[pair] += grid::odd(scaled_[pair] * v);
    }
  }
}

/// mean_block += c h (x, 1)(x, 1)'
void SoftmaxSums::add_mean(double c, std::span<const double> p, SparseRow<double> row) {
  double h = 0;
  for (const double of_class : p) h += of_class * (1 - of_class);
  h *= c / static_cast<double>(classes_ - 1);
  for (std::size_t a = 0; a < row.size; ++a) {
    const double scaled = h * row.value[a];
    const std::size_t j = row.column[a];
    double* const to = mean_block_.data() + j * (j + 1) / 2;
    for (std::size_t b = 0; b <= a; ++b) to[row.column[b]] += grid::odd(scaled * row.value[b]);
  }
  if (!bias_) return;
  double* const to = mean_block_.data() + cols_ * (cols_ + 1) / 2;
  for_each_entry(row, [&](std::size_t j, double v) { to[j] += grid::odd(h * v); });
  to[cols_] += grid::odd(h);
}

void SoftmaxSums::finish(std::span<double> sum, std::span<ExactSum> exact) const {
  std::size_t at = 0;
  const auto add = [&](const std::vector<double>& sums, const std::vector<std::int16_t>& grids) {
    grid::finish(sums, grids, sum.subspan(at));
    at += sums.size();
  };
  add(slopes_, slope_grid_);
  add(hessian_, hessian_grid_);
  add(diagonal_, diagonal_grid_);
  add(bias_block_, bias_grid_);
  add(mean_block_, mean_grid_);
  for (std::size_t k = 0; k < exact_.size(); ++k) exact[k].add(exact_[k]);
}

}  // namespace halfspace
