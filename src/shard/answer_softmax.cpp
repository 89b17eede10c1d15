// Passes of multinomial regression: its sums at a point, and products with its Hessian.
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "loss/softmax.hpp"
#include "shard/answer_work.hpp"
#include "shard/nonzero_entries.hpp"
#include "shard/softmax_scores.hpp"
#include "shard/softmax_sums.hpp"

namespace halfspace {
namespace {

/// Loss, slopes and curvatures of the rows of a range.
void add_softmax_values(const Matrix& x, const Question& q, const SoftmaxTask& t, const RowFacts& facts,
                        std::size_t first, std::size_t last, SoftmaxSums& sums) {
  NonzeroEntries rows(x);
  std::vector<double> p(q.classes.size());
  std::vector<double> r(p.size());
  for (std::size_t i = first; i < last; ++i) {
    const double c = facts.weight(i);
    if (c == 0) continue;
    const auto row = rows.of(i);
    const std::size_t y = facts.place(i);
    softmax_scores(row, q, t.weights, p);
    const double loss = softmax(p, y);
    sums.add_loss(c, loss, p, y);
    for (std::size_t k = 0; k < p.size(); ++k) r[k] = c * p[k];
    r[y] = -r[y];
    sums.add_row(r, row);
    p[y] = 1 - p[y];
    const bool drawn = (t.hessian || t.mean_block) && facts.drawn(i, t.share);
    if (drawn || t.diagonal || t.bias_block) sums.add_curvature(c, p, row, drawn);
  }
}

/// Σ c u_k (x, 1), u_k = p_k (t_k - Σ_l p_l t_l), t = scores of the direction
void add_softmax_product(const Matrix& x, const Question& q, const SoftmaxTask& t, const RowFacts& facts,
                         const std::vector<float>& kept, std::size_t first, std::size_t last, SoftmaxSums& sums) {
  const std::size_t K = q.classes.size();
  NonzeroEntries rows(x);
  std::vector<double> u(K);
  for (std::size_t i = first; i < last; ++i) {
    const double c = facts.weight(i);
    if (c == 0) continue;
    const auto row = rows.of(i);
    const float* p = kept.data() + i * K;
    const std::size_t y = facts.place(i);
    softmax_scores(row, q, t.direction, u);
    const double own = u[y];  // of differences to it p_k near 0 keep their digits
    double mean = 0;
    for (std::size_t k = 0; k < K; ++k) mean += static_cast<double>(p[k]) * (u[k] - own);
    double others = 0;
    for (std::size_t k = 0; k < K; ++k) {
      u[k] = k == y ? 0 : c * static_cast<double>(p[k]) * (u[k] - own - mean);
      others += u[k];
    }
    u[y] = -others;
    sums.add_row(u, row);
  }
}

void add_softmax_task(const ShardRows& rows, const Question& q, const SoftmaxTask& t, const RowFacts& facts,
                      RowMemory& memory, unsigned threads, std::span<double> sum, std::span<ExactSum> exact) {
  const auto kept = t.product ? memory.probabilities.of(rows, q, t, facts, threads) : nullptr;
  std::vector<SoftmaxSums> parts(threads, SoftmaxSums(q, t));
  const std::size_t n = rows.label.size();
  parallel_items(threads, threads, [&](std::size_t k) {
    const std::size_t first = n * k / threads;
    const std::size_t last = n * (k + 1) / threads;
    if (kept != nullptr)
      add_softmax_product(rows.x, q, t, facts, *kept, first, last, parts[k]);
    else
      add_softmax_values(rows.x, q, t, facts, first, last, parts[k]);
  });
  for (const SoftmaxSums& part : parts) part.finish(sum, exact);
}

}  // namespace

void answer_softmax(const ShardRows& rows, const Question& q, const RowFacts& facts, RowMemory& memory,
                    unsigned threads, Answer& answer) {
  std::size_t size = 0;
  std::size_t exact_size = 0;
  for (const SoftmaxTask& t : q.softmax) {
    size += SoftmaxSums::size(q, t);
    exact_size += SoftmaxSums::exact_size(q, t);
  }
  answer.sum.assign(size, 0);
  answer.exact.assign(exact_size, {});
  answer.count = {rows_that_count(rows, facts)};
  std::span<double> sum = answer.sum;
  std::span<ExactSum> exact = answer.exact;
  for (const SoftmaxTask& t : q.softmax) {
    add_softmax_task(rows, q, t, facts.of(t), memory, threads, sum, exact);
    sum = sum.subspan(SoftmaxSums::size(q, t));
    exact = exact.subspan(SoftmaxSums::exact_size(q, t));
  }
}

}  // namespace halfspace
