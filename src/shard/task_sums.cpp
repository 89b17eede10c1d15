#include "shard/task_sums.hpp"

#include <algorithm>

namespace halfspace {
namespace {

std::int16_t clamped(int e) { return static_cast<std::int16_t>(std::clamp(e, grid::least, grid::most + 1)); }

}  // namespace

std::size_t TaskSums::size(const Question& q, const Task& t) {
  const std::size_t d = q.dims();
  if (t.product) return d;
  return d + (t.hessian ? d * (d + 1) / 2 : 0) + (t.diagonal ? d : 0);
}

TaskSums::TaskSums(const Question& q, const Task& t, double most_curvature) : cols_(q.cols), bias_(q.bias) {
  const std::size_t d = q.dims();
  const int curvature = grid::exponent(most_curvature);
  for (std::size_t j = 0; j < d; ++j) {
    const int of_product = curvature + q.second_moment[j] + t.reach;
    const int of_slopes = std::min(q.first_moment[j] + t.reach, q.second_moment[j] + t.loss_reach);
    gradient_grid_.push_back(clamped(t.product ? of_product : of_slopes));
  }
  if (t.hessian && !t.product) {
    for (std::size_t j = 0; j < d; ++j)
      for (std::size_t k = 0; k <= j; ++k)
        hessian_grid_.push_back(clamped(curvature + q.second_moment[j] + q.second_moment[k]));
  }
  if (t.diagonal && !t.product) {
    for (std::size_t j = 0; j < d; ++j) diagonal_grid_.push_back(clamped(curvature + 2 * q.second_moment[j]));
  }
  gradient_ = grid::begun(gradient_grid_);
  hessian_ = grid::begun(hessian_grid_);
  diagonal_ = grid::begun(diagonal_grid_);
}

void TaskSums::finish(std::span<double> sum, std::span<ExactSum> exact) const {
  grid::finish(gradient_, gradient_grid_, sum);
  grid::finish(hessian_, hessian_grid_, sum.subspan(gradient_.size()));
  grid::finish(diagonal_, diagonal_grid_, sum.subspan(gradient_.size() + hessian_.size()));
  for (std::size_t k = 0; k < slots && k < exact.size(); ++k) exact[k].add(exact_[k]);
}

}  // namespace halfspace
