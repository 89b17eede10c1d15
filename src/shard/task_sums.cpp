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

template <class Row>
void TaskSums::add_row_apart(double r, Row row, bool positive) {
  const std::size_t at = positive ? 0 : gradient_.size() / 2;
  double* const to = gradient_.data() + at;
  double* const low = low_.data() + at;
  for_each_entry(row, [&](std::size_t j, double v) { grid::add_both(r * v, to[j], low[j]); });
  if (bias_) grid::add_both(r, to[cols_], low[cols_]);
}

template <class Row>
void TaskSums::add_square_of_some(double h, Row row) {
  picked_.clear();
  const auto pick = [&](std::size_t j, double v) {
    if (place_[j] != absent && v != 0) picked_.emplace_back(place_[j], v);
  };
  for_each_entry(row, pick);
  if (bias_) pick(cols_, 1);
  for (std::size_t a = 0; a < picked_.size(); ++a) {
    const double scaled = h * picked_[a].second;
    const std::size_t j = picked_[a].first;
    double* const to = hessian_.data() + j * (j + 1) / 2;
    for (std::size_t b = 0; b <= a; ++b) to[picked_[b].first] += grid::odd(scaled * picked_[b].second);
  }
}

template <class T>
void TaskSums::add_square(double h, DenseRow<T> row) {
  for (std::size_t j = 0; j < row.size; ++j) {
    const double scaled = h * static_cast<double>(row.value[j]);
    double* const to = hessian_.data() + j * (j + 1) / 2;
    if (scaled == 0) continue;
    for (std::size_t k = 0; k <= j; ++k) to[k] += grid::odd(scaled * static_cast<double>(row.value[k]));
  }
  if (bias_) add_multiple(h, row, hessian_.data() + cols_ * (cols_ + 1) / 2);
}
template <class T>
void TaskSums::add_square(double h, SparseRow<T> row) {
  for (std::size_t a = 0; a < row.size; ++a) {
    const double scaled = h * static_cast<double>(row.value[a]);
    const std::size_t j = row.column[a];
    double* const to = hessian_.data() + j * (j + 1) / 2;
    for (std::size_t b = 0; b <= a; ++b) to[row.column[b]] += grid::odd(scaled * static_cast<double>(row.value[b]));
  }
  if (bias_) add_multiple(h, row, hessian_.data() + cols_ * (cols_ + 1) / 2);
}
template <class Row>
void TaskSums::add_squares(double h, Row row) {
  for_each_entry(row, [&](std::size_t j, double v) { diagonal_[j] += grid::odd(h * v * v); });
  if (bias_) diagonal_[cols_] += grid::odd(h);
}

template <class Row>
void TaskSums::add_curvature(double h, Row row) {
  if (!place_.empty())
    add_square_of_some(h, row);
  else if (!hessian_.empty())
    add_square(h, row);
  if (!diagonal_.empty()) add_squares(h, row);
}

// The rows of every kind of matrix.
template void TaskSums::add_row_apart(double, DenseRow<double>, bool);
template void TaskSums::add_curvature(double, DenseRow<double>);
template void TaskSums::add_row_apart(double, DenseRow<float>, bool);
template void TaskSums::add_curvature(double, DenseRow<float>);
template void TaskSums::add_row_apart(double, SparseRow<double>, bool);
template void TaskSums::add_curvature(double, SparseRow<double>);
template void TaskSums::add_row_apart(double, SparseRow<float>, bool);
template void TaskSums::add_curvature(double, SparseRow<float>);

}  // namespace halfspace
