#include "shard/answer_work.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <variant>
#include <vector>

#include "base/parallel.hpp"
#include "data/score_vector.hpp"
#include "shard/task_sums.hpp"

namespace halfspace {
namespace {

template <class Row>
double score(Row row, const Question& q, const std::vector<double>& v) {
  return q.bias ? dot(row, v.data()) + v[q.cols] : dot(row, v.data());
}

/// One task over the rows of a range.
template <class M, class Curve>
class TaskPass {
 public:
  TaskPass(const M& x, const Question& q, const RowFacts& facts, const Task& t, const Curve& curve,
           std::span<const double> centers, TaskSums& sums)
      : x_(x), q_(q), facts_(facts), t_(t), curve_(curve), centers_(centers), sums_(sums) {}

  void visit(std::size_t i) {
    const double c = facts_.weight(i);
    if (c == 0 || !facts_.drawn(i, t_.rows)) return;
    const auto row = x_.row(i);
    const double y = facts_.sign(i, t_.positive);
    const double m = y * score(row, q_, t_.weights);
    if constexpr (Curve::smoothed) curve_.center = centers_.empty() ? 0 : centers_[i];
    const CurvePoint at = curve_.at(m);
    add_losses(c, y, m, at);
    const double a = c * at.alpha;
    if (a != 0 && t_.fine > 0)
      sums_.add_row_apart(-(a * y), row, y > 0);
    else if (a != 0)
      sums_.add_row(-(a * y), row);
    if (!t_.hessian && !t_.diagonal) return;
    const double h = c * at.curvature;
    if (h != 0 && facts_.drawn(i, t_.share)) sums_.add_curvature(h, row);
  }

 private:
  void add_losses(double c, double y, double m, const CurvePoint& at) {
    const double a = at.alpha;
    sums_.add(Slot::loss, c * at.value);
    if (a != 0) {
      sums_.add(y > 0 ? Slot::positive_alpha : Slot::negative_alpha, c * a);
      sums_.add(y > 0 ? Slot::positive_conjugate : Slot::negative_conjugate, c * at.conjugate);
    }
    if constexpr (Curve::smoothed) {
      if (a == 0 && curve_.center == 0) return;
      sums_.add(Slot::smooth_loss, c * curve_.smooth(m));
      sums_.add(Slot::ridge, c * curve_.ridge(a));
    }
  }

  const M& x_;
  const Question& q_;
  const RowFacts& facts_;
  const Task& t_;
  Curve curve_;
  std::span<const double> centers_;
  TaskSums& sums_;
};

template <class M, class Curve>
void add_task(const M& x, const Question& q, const RowFacts& facts, const Task& t, const Curve& curve,
              std::span<const double> centers, unsigned threads, std::span<double> sum, std::span<ExactSum> exact) {
  std::vector<TaskSums> parts(threads, TaskSums(q, t, curve.most_curvature()));
  parallel_items(threads, threads, [&](std::size_t k) {
    TaskPass<M, Curve> pass(x, q, facts, t, curve, centers, parts[k]);
    const std::size_t last = x.rows * (k + 1) / threads;
    for (std::size_t i = x.rows * k / threads; i < last; ++i) pass.visit(i);
  });
  for (const TaskSums& part : parts) part.finish(sum, exact);
}

/// Σ h x (x.direction)
template <class M>
void add_product(const M& x, const Question& q, const Task& t, const CurvedRows& curved, unsigned threads,
                 std::span<double> sum) {
  double most_curvature = 0;
  with_curve(q.loss, t.smoothing, [&](const auto& curve) { most_curvature = curve.most_curvature(); });
  std::vector<TaskSums> parts(threads, TaskSums(q, t, most_curvature));
  const std::size_t n = curved.row.size();
  parallel_items(threads, threads, [&](std::size_t part) {
    for (std::size_t k = n * part / threads; k < n * (part + 1) / threads; ++k) {
      const auto row = x.row(curved.row[k]);
      parts[part].add_row(curved.curvature[k] * score(row, q, t.direction), row);
    }
  });
  for (const TaskSums& part : parts) part.finish(sum, {});
}

}  // namespace

void answer_work(const ShardRows& rows, const Question& q, const RowFacts& facts, RowMemory& memory, unsigned threads,
                 Answer& answer) {
  std::size_t size = 0;
  for (const Task& t : q.tasks) size += TaskSums::size(q, t);
  answer.sum.assign(size, 0);
  answer.exact.assign(slots * q.tasks.size(), {});
  answer.count = {rows_that_count(rows, facts)};
  std::size_t at = 0;
  for (std::size_t k = 0; k < q.tasks.size(); ++k) {
    const Task& t = q.tasks[k];
    const RowFacts own = facts.of(t);
    const std::span<double> sum = std::span(answer.sum).subspan(at, TaskSums::size(q, t));
    const std::span<ExactSum> exact = std::span(answer.exact).subspan(slots * k, slots);
    const auto centers = memory.centers.of(rows, q, own, t, threads);
    if (t.product) {
      const auto curved = memory.curvatures.of(rows, q, own, t, *centers, threads);
      std::visit([&](const auto& x) { add_product(x, q, t, *curved, threads, sum); }, rows.x);
    } else {
      with_curve(q.loss, t.smoothing, [&](const auto& curve) {
        std::visit([&](const auto& x) { add_task(x, q, own, t, curve, *centers, threads, sum, exact); }, rows.x);
      });
    }
    at += sum.size();
  }
}

namespace {

/// The class that the scores give a row, and by how much they are for its own.
struct Guess {
  std::size_t place;
  double margin;
};

/// The weights of each task, whose scores of short decimals are exact.
std::vector<ScoreVector> vectors_of(const Question& q) {
  const auto decimals = q.decimals < 0 ? std::nullopt : std::optional<int>(q.decimals);
  std::vector<ScoreVector> out;
  out.reserve(q.tasks.size());
  for (const Task& t : q.tasks)
    out.emplace_back(t.weights.data(), q.bias ? t.weights[q.cols] : 0, q.cols, decimals, decimals.has_value());
  return out;
}

template <class Row>
Guess guess(const std::vector<ScoreVector>& vectors, Row row, std::size_t own) {
  std::size_t best = 0;
  double top = -std::numeric_limits<double>::infinity();
  double score_of_own = 0;
  double rival = top;
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    const double s = vectors[k].score(row);
    if (vectors.size() == 1) return {s >= 0 ? std::size_t{1} : 0, own == 1 ? s : -s};
    if (s > top) {
      best = k;
      top = s;
    }
    if (k == own)
      score_of_own = s;
    else
      rival = std::max(rival, s);
  }
  return {best, score_of_own - rival};
}

struct Mistakes {
  std::vector<std::uint64_t> confusion;
  std::array<ExactSum, mistake_sums> sums{};
};

template <class M>
void count_mistakes(const M& x, const Question& q, const RowFacts& facts, std::size_t first, std::size_t last,
                    Mistakes& to) {
  const std::size_t K = q.classes.size();
  const std::vector<ScoreVector> vectors = vectors_of(q);
  to.confusion.assign(K * K, 0);
  for (std::size_t i = first; i < last; ++i) {
    const double c = facts.weight(i);
    if (c == 0) continue;
    const std::size_t own = facts.place(i);
    const Guess g = guess(vectors, x.row(i), own);
    ++to.confusion[own * K + g.place];
    to.sums[0].add(c);
    if (g.place != own) to.sums[1].add(c);
    if (g.margin < 0) to.sums[2].add(-c * g.margin);
    if (g.margin == 0) to.sums[3].add(1);
  }
}

}  // namespace

void answer_mistakes(const ShardRows& rows, const Question& q, const RowFacts& facts, unsigned threads,
                     Answer& answer) {
  std::vector<Mistakes> parts(threads);
  std::visit(
      [&](const auto& x) {
        parallel_items(threads, threads, [&](std::size_t k) {
          count_mistakes(x, q, facts, x.rows * k / threads, x.rows * (k + 1) / threads, parts[k]);
        });
      },
      rows.x);
  answer.count.assign(q.classes.size() * q.classes.size(), 0);
  answer.exact.assign(mistake_sums, {});
  for (const Mistakes& part : parts) {
    for (std::size_t k = 0; k < answer.count.size(); ++k) answer.count[k] += part.confusion[k];
    for (std::size_t k = 0; k < mistake_sums; ++k) answer.exact[k].add(part.sums[k]);
  }
}

}  // namespace halfspace
