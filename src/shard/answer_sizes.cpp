#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "shard/answer_work.hpp"
#include "shard/grid.hpp"

namespace halfspace {

void answer_schema(const ShardRows& rows, const Question&, Answer& answer) {
  std::visit(
      [&]<class M>(const M& x) {
        answer.sum.assign(x.cols, 0);
        answer.most.assign(2 * x.cols, 0);
        answer.count.assign(3, 0);
        for (std::size_t i = 0; i < x.rows; ++i) {
          const double c = rows.weight.empty() ? 1 : rows.weight[i];
          if (c == 0) continue;
          const auto row = x.row(i);
          ++answer.count[0];
          answer.count[1] += row.size;
          answer.count[2] += row.size * row.size;
          for_each_entry(row, [&](std::size_t j, double v) {
            if (v == 0) return;
            answer.sum[j] += 1;
            double* const most = answer.most.data() + 2 * j;
            most[0] = std::max(most[0], c * std::fabs(v));
            most[1] = std::max(most[1], c * (v * v));
          });
          ClassRows& of = answer.classes[rows.labels[rows.label[i]]];
          ++of.rows;
          of.weight.add(c);
        }
        answer.dense = std::is_same_v<M, DenseMatrix<double>> || std::is_same_v<M, DenseMatrix<float>>;
      },
      rows.x);
  answer.rows[rows.number] = rows.label.size();
  answer.columns = rows.columns;
}

void answer_sizes(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  const std::size_t d = q.cols;
  std::vector<std::int16_t> grids;
  grids.insert(grids.end(), q.first_moment.begin(), q.first_moment.begin() + static_cast<std::ptrdiff_t>(d));
  grids.insert(grids.end(), q.second_moment.begin(), q.second_moment.begin() + static_cast<std::ptrdiff_t>(d));
  std::vector<double> sums = grid::begun(grids);
  const std::size_t K = q.classes.size();
  answer.most.assign(1 + K + q.folds.parts() * K, -std::numeric_limits<double>::infinity());
  answer.count.assign(1 + q.folds.parts() * K, 0);
  answer.exact.assign(q.folds.parts() * K, {});
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          const double c = facts.weight(i);
          if (c == 0) continue;
          const auto row = x.row(i);
          for_each_entry(row, [&](std::size_t j, double v) {
            if (v == 0) return;
            sums[j] += grid::odd(c * std::fabs(v));
            sums[d + j] += grid::odd(c * (v * v));
          });
          const double length = std::sqrt(squared_norm(row));
          answer.most[0] = std::max(answer.most[0], length);
          const std::uint32_t place = facts.place(i);
          const double shortest = c >= q.least_weight[place] ? -length : -std::numeric_limits<double>::infinity();
          answer.most[1 + place] = std::max(answer.most[1 + place], shortest);
          for (std::uint64_t r = 0; q.folds.count > 0 && r < q.folds.repeats; ++r) {
            const std::size_t at = facts.part_of(i, r) * K + place;
            ++answer.count[1 + at];
            answer.exact[at].add(facts.row_weight(i));
            answer.most[1 + K + at] = std::max(answer.most[1 + K + at], shortest);
          }
        }
      },
      rows.x);
  answer.count[0] = rows_that_count(rows, facts);
  answer.sum.assign(2 * d, 0);
  grid::finish(sums, grids, answer.sum);
}

}  // namespace halfspace
