#include "shard/task_sums.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace halfspace {
namespace {

std::int16_t clamped(int e) { return static_cast<std::int16_t>(std::clamp(e, grid::least, grid::most + 1)); }

}  // namespace

std::size_t TaskSums::size(const Question& q, const Task& t) {
  const std::size_t d = q.dims();
  if (t.product) return d;
  const std::size_t k = t.columns.empty() ? d : t.columns.size();
  return (t.fine > 0 ? 4 * d : d) + (t.hessian ? k * (k + 1) / 2 : 0) + (t.diagonal ? d : 0);
}

TaskSums::TaskSums(const Question& q, const Task& t, double most_curvature) : cols_(q.cols), bias_(q.bias) {
  const std::size_t d = q.dims();
  const int curvature = grid::exponent(most_curvature);
  for (std::size_t j = 0; j < d; ++j) {
    const int of_product = curvature + q.second_moment[j] + t.reach;
    const int of_slopes = std::min(q.first_moment[j] + t.reach, q.second_moment[j] + t.loss_reach);
    gradient_grid_.push_back(clamped(t.product ? of_product : of_slopes));
  }
  if (t.fine > 0 && !t.product) {
    gradient_grid_.reserve(2 * d);
    std::copy_n(gradient_grid_.begin(), d, std::back_inserter(gradient_grid_));
    for (const std::int16_t e : gradient_grid_) low_grid_.push_back(clamped(grid::low_exponent(e, t.fine)));
  }
  if (t.hessian && !t.product) {
    std::vector<std::uint32_t> columns = t.columns;
    if (columns.empty()) {
      columns.resize(d);
      std::iota(columns.begin(), columns.end(), 0U);
    } else {
      place_.assign(d, absent);
      for (std::size_t k = 0; k < columns.size(); ++k) place_[columns[k]] = static_cast<std::uint32_t>(k);
    }
    for (std::size_t j = 0; j < columns.size(); ++j)
      for (std::size_t k = 0; k <= j; ++k)
        hessian_grid_.push_back(clamped(curvature + q.second_moment[columns[j]] + q.second_moment[columns[k]]));
  }
  if (t.diagonal && !t.product) {
    for (std::size_t j = 0; j < d; ++j) diagonal_grid_.push_back(clamped(curvature + 2 * q.second_moment[j]));
  }
  gradient_ = grid::begun(gradient_grid_);
  low_ = grid::begun(low_grid_);
  hessian_ = grid::begun(hessian_grid_);
  diagonal_ = grid::begun(diagonal_grid_);
}

void TaskSums::finish(std::span<double> sum, std::span<ExactSum> exact) const {
  for (const auto& [part, grids] : {std::pair(&gradient_, &gradient_grid_),
                                    {&low_, &low_grid_},
                                    {&hessian_, &hessian_grid_},
                                    {&diagonal_, &diagonal_grid_}}) {
    grid::finish(*part, *grids, sum);
    sum = sum.subspan(part->size());
  }
  for (std::size_t k = 0; k < slots && k < exact.size(); ++k) exact[k].add(exact_[k]);
}

}  // namespace halfspace
