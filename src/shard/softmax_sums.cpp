#include "shard/softmax_sums.hpp"

#include <algorithm>

#include "base/elementary.hpp"

namespace halfspace {
namespace {

std::int16_t on_grid(int e) { return static_cast<std::int16_t>(std::clamp(e, grid::least, grid::most + 1)); }

std::size_t triangle_of(const Question& q) { return q.dims() * (q.dims() + 1) / 2; }

}  // namespace

std::size_t SoftmaxSums::size(const Question& q) {
  const SoftmaxTask& t = *q.softmax;
  const std::size_t pairs = class_pairs(q.classes.size());
  const std::size_t weights = q.classes.size() * q.dims();
  if (t.product) return weights;
  return weights + (t.hessian ? pairs * triangle_of(q) : 0) + (t.diagonal ? weights : 0) + (t.bias_block ? pairs : 0);
}

std::size_t SoftmaxSums::exact_size(const Question& q) { return q.softmax->product ? 0 : 1 + 2 * q.classes.size(); }

SoftmaxSums::SoftmaxSums(const Question& q)
    : classes_(q.classes.size()),
      cols_(q.cols),
      bias_(q.bias),
      curvature_(q.classes.size()),
      pairs_(class_pairs(q.classes.size())),
      scaled_(pairs_.size()),
      exact_(exact_size(q)) {
  const SoftmaxTask& t = *q.softmax;
  const int slope = grid::exponent(1);
  const int curvature = grid::exponent(0.25);  // p_k (1 - p_k), p_k p_l
  for (std::size_t j = 0; j < q.dims(); ++j) {
    const int of_product = q.second_moment[j] + t.reach;
    const int of_slopes = std::min(q.first_moment[j] + slope, q.second_moment[j] + t.loss_reach);
    slope_grid_.insert(slope_grid_.end(), classes_, on_grid(t.product ? of_product : of_slopes));
    if (t.diagonal && !t.product)
      diagonal_grid_.insert(diagonal_grid_.end(), classes_, on_grid(curvature + 2 * q.second_moment[j]));
  }
  for (std::size_t j = 0; t.hessian && !t.product && j < q.dims(); ++j) {
    for (std::size_t i = 0; i <= j; ++i)
      hessian_grid_.insert(hessian_grid_.end(), pairs_.size(),
                           on_grid(curvature + q.second_moment[j] + q.second_moment[i]));
  }
  if (t.bias_block && !t.product)
    bias_grid_.assign(class_pairs(classes_), on_grid(curvature + 2 * q.second_moment[cols_]));
  slopes_ = grid::begun(slope_grid_);
  hessian_ = grid::begun(hessian_grid_);
  diagonal_ = grid::begun(diagonal_grid_);
  bias_block_ = grid::begun(bias_grid_);
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
  for (std::size_t k = 0; k < exact_.size(); ++k) exact[k].add(exact_[k]);
}

}  // namespace halfspace
