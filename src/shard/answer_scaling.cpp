#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "shard/answer_work.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

void add_ranges(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  const std::size_t d = q.cols;
  std::vector<double> sums = grid::begun(q.first_moment);
  answer.most.assign(2 * d + 2, -std::numeric_limits<double>::infinity());
  double* const largest = answer.most.data();
  double* const of_all = largest + 2 * d;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          const double c = facts.row_weight(i);
          if (c == 0) continue;
          const auto row = x.row(i);
          for_each_entry(row, [&](std::size_t j, double v) {
            if (v == 0) return;
            sums[j] += grid::odd(c * v);
            largest[j] = std::max(largest[j], v);
            largest[d + j] = std::max(largest[d + j], -v);
          });
          of_all[0] = std::max(of_all[0], std::sqrt(squared_norm(row)));
          of_all[1] = std::max(of_all[1], c);
        }
      },
      rows.x);
  answer.sum.assign(d, 0);
  grid::finish(sums, q.first_moment, answer.sum);
}

void add_deviations(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  const std::size_t d = q.cols;
  std::vector<std::int16_t> grids = q.second_moment;
  grids.insert(grids.end(), q.first_moment.begin(), q.first_moment.end());
  std::vector<double> sums = grid::begun(grids);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          const double c = facts.row_weight(i);
          if (c == 0) continue;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (v == 0) return;
            sums[j] += grid::odd(c * ((v - q.means[j]) * (v - q.means[j])));
            sums[d + j] += grid::odd(c);
          });
        }
      },
      rows.x);
  answer.sum.assign(2 * d, 0);
  grid::finish(sums, grids, answer.sum);
}

}  // namespace

void answer_scaling(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  answer.count = {rows_that_count(rows, facts)};
  if (q.means.empty())
    add_ranges(rows, q, facts, answer);
  else
    add_deviations(rows, q, facts, answer);
}

}  // namespace halfspace
