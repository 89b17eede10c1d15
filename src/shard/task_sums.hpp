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
#include "shard/grid.hpp"
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
    add_multiple(r, row, gradient_.data());
  }

  /// The same of one class, with what its grid rounds off.
  template <class Row>
  void add_row_apart(double r, Row row, bool positive);

  /// Σ h x x', and its diagonal.
  template <class Row>
  void add_curvature(double h, Row row);

  /// Adds the sums to those of other ranges.
  void finish(std::span<double> sum, std::span<ExactSum> exact) const;

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  template <class T>
  void add_multiple(double r, DenseRow<T> row, double* to) {
    for (std::size_t j = 0; j < row.size; ++j) to[j] += grid::odd(r * static_cast<double>(row.value[j]));
    if (bias_) to[cols_] += grid::odd(r);
  }
  template <class T>
  void add_multiple(double r, SparseRow<T> row, double* to) {
    for (std::size_t k = 0; k < row.size; ++k) to[row.column[k]] += grid::odd(r * static_cast<double>(row.value[k]));
    if (bias_) to[cols_] += grid::odd(r);
  }
  template <class T>
  void add_square(double h, DenseRow<T> row);
  template <class T>
  void add_square(double h, SparseRow<T> row);
  template <class Row>
  void add_square_of_some(double h, Row row);
  template <class Row>
  void add_squares(double h, Row row);

  std::size_t cols_;
  bool bias_;
  std::vector<std::int16_t> gradient_grid_;
  std::vector<std::int16_t> hessian_grid_;
  std::vector<std::int16_t> diagonal_grid_;
  std::vector<std::int16_t> low_grid_;
  std::vector<std::uint32_t> place_;  // of each column in those of Σ h x x', where not all are asked
  std::vector<std::pair<std::uint32_t, double>> picked_;  // of a row
  std::vector<double> gradient_;
  std::vector<double> low_;
  std::vector<double> hessian_;
  std::vector<double> diagonal_;
  std::array<ExactSum, slots> exact_{};
};

}  // namespace halfspace
