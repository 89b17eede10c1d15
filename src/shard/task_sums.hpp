// The sums of one task over a range of rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "shard/curves.hpp"
#include "shard/exact_sum.hpp"
#include "shard/grid_rows.hpp"
#include "shard/question.hpp"

namespace halfspace {

class TaskSums {
 public:
  TaskSums(const Question& question, const Task& task, double most_curvature);

  /// How many numbers a task adds to Answer::sum.
  static std::size_t size(const Question& question, const Task& task);

  void add(Slot slot, double term) { exact_[static_cast<std::size_t>(slot)].add(term); }

  /// gradient += r (x, 1)
  template <class Row>
  void add_row(double r, Row row) {
    grid::add_multiple(r, row, bias_, cols_, gradient_.data());
  }

  /// Σ h x x', and its diagonal.
  template <class Row>
  void add_curvature(double h, Row row) {
    if (!hessian_.empty()) grid::add_square(h, row, bias_, cols_, hessian_.data());
    if (!diagonal_.empty()) add_squares(h, row);
  }

  /// Adds the sums to those of other ranges.
  void finish(std::span<double> sum, std::span<ExactSum> exact) const;

 private:
  template <class Row>
  void add_squares(double h, Row row) {
    for_each_entry(row, [&](std::size_t j, double v) { diagonal_[j] += grid::odd(h * v * v); });
    if (bias_) diagonal_[cols_] += grid::odd(h);
  }

  std::size_t cols_;
  bool bias_;
  std::vector<std::int16_t> gradient_grid_;
  std::vector<std::int16_t> hessian_grid_;
  std::vector<std::int16_t> diagonal_grid_;
  std::vector<double> gradient_;
  std::vector<double> hessian_;
  std::vector<double> diagonal_;
  std::array<ExactSum, slots> exact_{};
};

}  // namespace halfspace
