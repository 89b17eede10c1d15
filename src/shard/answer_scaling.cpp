#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "shard/answer_work.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

/// Sums on grids, each with that of what its grid rounds off: terms may be small beside their bound.
class FineSums {
 public:
  FineSums(std::span<const std::int16_t> grids, int bits) : grids_(grids.begin(), grids.end()) {
    for (const std::int16_t e : grids) grids_.push_back(static_cast<std::int16_t>(grid::low_exponent(e, bits)));
    sums_ = grid::begun(grids_);
  }

  void add(std::size_t j, double term) { grid::add_both(term, sums_[j], sums_[grids_.size() / 2 + j]); }

  std::vector<double> finished() const {
    std::vector<double> out(sums_.size());
    grid::finish(sums_, grids_, out);
    return out;
  }

 private:
  std::vector<std::int16_t> grids_;
  std::vector<double> sums_;
};

/// f(j, v, c) of each entry that is not 0, in rows that count.
template <class M, class F>
void each_entry(const M& x, const RowFacts& facts, const F& f) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double c = facts.row_weight(i);
    if (c == 0) continue;
    for_each_entry(x.row(i), [&](std::size_t j, double v) {
      if (v != 0) f(j, v, c);
    });
  }
}

void add_ranges(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  const std::size_t d = q.cols;
  FineSums sums(q.first_moment, q.fine);
  answer.most.assign(2 * d + 2, -std::numeric_limits<double>::infinity());
  double* const largest = answer.most.data();
  double* const of_all = largest + 2 * d;
  std::visit(
      [&](const auto& x) {
        each_entry(x, facts, [&](std::size_t j, double v, double c) {
          sums.add(j, c * v);
          largest[j] = std::max(largest[j], v);
          largest[d + j] = std::max(largest[d + j], -v);
        });
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (facts.row_weight(i) == 0) continue;
          of_all[0] = std::max(of_all[0], std::sqrt(squared_norm(x.row(i))));
          of_all[1] = std::max(of_all[1], facts.row_weight(i));
        }
      },
      rows.x);
  answer.sum = sums.finished();
}

void add_deviations(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  const std::size_t d = q.cols;
  std::vector<std::int16_t> grids = q.second_moment;
  grids.insert(grids.end(), q.first_moment.begin(), q.first_moment.end());
  FineSums sums(grids, q.fine);
  std::visit(
      [&](const auto& x) {
        each_entry(x, facts, [&](std::size_t j, double v, double c) {
          const double reach = q.centers.reach[j];
          const double u = reach == 0 ? 0 : (v - q.centers.center[j]) / reach;
          sums.add(j, c * (u * u));
          sums.add(d + j, c);
        });
      },
      rows.x);
  answer.sum = sums.finished();
}

}  // namespace

void answer_scaling(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  answer.count = {rows_that_count(rows, facts)};
  if (q.centers.center.empty())
    add_ranges(rows, q, facts, answer);
  else
    add_deviations(rows, q, facts, answer);
}

}  // namespace halfspace
