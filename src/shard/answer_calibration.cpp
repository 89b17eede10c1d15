// The map from scores to probabilities, on the rows held out: its objective, slopes and curvatures (select/calibration.hpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "base/elementary.hpp"
#include "base/parallel.hpp"
#include "shard/answer_work.hpp"

namespace halfspace {
namespace {

struct MapSums {
  std::array<ExactSum, map_sums> sum{};
  double most = -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
};

class MapPass {
 public:
  MapPass(const Question& q, const RowFacts& facts, MapSums& to)
      : q_(q), map_(*q.map), facts_(facts), to_(to), s_(q.outputs()), first_task_(q.folds.parts()) {
    for (std::size_t t = 0; t < q.tasks.size(); t += s_.size()) first_task_[q.tasks[t].left_out] = t;
  }

  template <class Row>
  void visit(std::size_t i, Row row) {
    const double c = facts_.row_weight(i);
    if (c == 0) return;
    const std::size_t first = first_task_[facts_.part_of(i, 0)];
    for (std::size_t k = 0; k < s_.size(); ++k) {
      const std::vector<double>& v = q_.tasks[first + k].weights;
      s_[k] = dot(row, v.data()) + (q_.bias ? v[q_.cols] : 0);
      to_.most = std::max(to_.most, s_[k]);
      to_.least = std::min(to_.least, s_[k]);
    }
    if (s_.size() == 1)
      add_sigmoid(c, facts_.place(i));
    else
      add_softmax(c, facts_.place(i));
  }

 private:
  void add(MapSum which, double term) { to_.sum[static_cast<std::size_t>(which)].add(term); }

  /// -t log p - (1 - t) log(1 - p), p = 1/(1 + e^-v), without overflow
  void add_sigmoid(double c, std::size_t y) {
    const double n = map_.of_class[y];
    const double t = y == 1 ? (n + 1) / (n + 2) : 1 / (n + 2);
    const double s = s_[0];
    const double v = map_.a * s + map_.b;
    const double e = elementary::exp(-std::fabs(v));
    const double p = v >= 0 ? 1 / (1 + e) : e / (1 + e);
    const double h = c * (e / ((1 + e) * (1 + e)));
    add(MapSum::value, c * ((v >= 0 ? (1 - t) * v : -t * v) + elementary::log1p(e)));
    add(MapSum::a, c * (p - t) * s);
    add(MapSum::b, c * (p - t));
    add(MapSum::aa, h * s * s);
    add(MapSum::ab, h * s);
    add(MapSum::bb, h);
  }

  /// Σ p_k s_k less its target, and the variance of s_k under p
  void add_softmax(double c, std::size_t y) {
    const auto K = static_cast<double>(s_.size());
    const double n = map_.of_class[y];
    const double most = *std::max_element(s_.begin(), s_.end());
    double all = 0;
    double mean = 0;
    double target = n / (n + K) * (s_[y] - most);
    for (const double s : s_) {
      const double e = elementary::exp(map_.a * (s - most));
      all += e;
      mean += e * (s - most);
      target += (s - most) / (n + K);
    }
    mean /= all;
    double variance = 0;
    for (const double s : s_) {
      const double off = s - most - mean;
      variance += elementary::exp(map_.a * (s - most)) / all * (off * off);
    }
    add(MapSum::a, c * (mean - target));
    add(MapSum::aa, c * variance);
  }

  const Question& q_;
  const ScoreMap& map_;
  const RowFacts& facts_;
  MapSums& to_;
  std::vector<double> s_;
  std::vector<std::size_t> first_task_;  // of the model that has not seen a part
};

}  // namespace

void answer_calibration(const ShardRows& rows, const Question& q, const RowFacts& facts, unsigned threads,
                        Answer& answer) {
  std::vector<MapSums> parts(threads);
  std::visit(
      [&](const auto& x) {
        parallel_items(threads, threads, [&](std::size_t k) {
          MapPass pass(q, facts, parts[k]);
          for (std::size_t i = x.rows * k / threads; i < x.rows * (k + 1) / threads; ++i) pass.visit(i, x.row(i));
        });
      },
      rows.x);
  answer.count = {rows_that_count(rows, facts)};
  answer.exact.assign(map_sums, {});
  answer.most.assign(2, -std::numeric_limits<double>::infinity());
  for (const MapSums& part : parts) {
    for (std::size_t k = 0; k < map_sums; ++k) answer.exact[k].add(part.sum[k]);
    answer.most[0] = std::max(answer.most[0], part.most);
    answer.most[1] = std::max(answer.most[1], -part.least);
  }
}

}  // namespace halfspace
