// Rows held out, scored by the models that were learned without them.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "base/parallel.hpp"
#include "loss/losses.hpp"
#include "loss/softmax.hpp"
#include "shard/answer_work.hpp"

namespace halfspace {
namespace {

/// What one model adds to an answer.
struct HeldOutTerms {
  std::uint64_t mistakes = 0;
  std::vector<ExactSum> sums;
};

/// -log P of the class y of a row, and Σ (P_k - [k = y])^2 (of two classes its half); the scores go.
struct Likely {
  double loss;
  double brier;
};

Likely likely(Probable how, std::span<double> s, std::size_t y) {
  if (s.size() == 1) {
    const double m = y == 1 ? s[0] : -s[0];
    const double wrong = -LogisticLoss::slope(m);  // 1 - P
    return {LogisticLoss::value(m), wrong * wrong};
  }
  if (how == Probable::sigmoid)
    std::transform(s.begin(), s.end(), s.begin(), [](double v) { return -LogisticLoss::value(v); });
  const double loss = softmax(s, y);
  double squares = 0;
  for (const double p : s) squares += p * p;
  return {loss, squares};
}

/// The models of each part of the folds.
std::vector<std::vector<std::size_t>> models_of_parts(const Question& q) {
  std::vector<std::vector<std::size_t>> out(q.folds.parts());
  for (std::size_t g = 0; g * q.outputs() < q.tasks.size(); ++g) out[q.tasks[g * q.outputs()].left_out].push_back(g);
  return out;
}

class HeldOutPass {
 public:
  HeldOutPass(const Question& q, const RowFacts& facts, std::span<HeldOutTerms> models)
      : q_(q), facts_(facts), of_part_(models_of_parts(q)), models_(models), s_(q.outputs()) {}

  template <class Row>
  void visit(std::size_t i, Row row) {
    const double c = facts_.row_weight(i);
    if (c == 0) return;
    for (std::uint64_t r = 0; r < q_.folds.repeats; ++r)
      for (const std::size_t g : of_part_[facts_.part_of(i, r)]) add(g, c, row, facts_.place(i));
  }

 private:
  template <class Row>
  void add(std::size_t g, double c, Row row, std::size_t y) {
    const std::size_t K = q_.classes.size();
    for (std::size_t k = 0; k < s_.size(); ++k) {
      const std::vector<double>& v = q_.tasks[g * s_.size() + k].weights;
      s_[k] = dot(row, v.data()) + (q_.bias ? v[q_.cols] : 0);
    }
    const auto best = static_cast<std::size_t>(std::max_element(s_.begin(), s_.end()) - s_.begin());
    const std::size_t predicted = K == 2 && s_.size() == 1 ? (s_[0] >= 0 ? 1 : 0) : best;
    HeldOutTerms& to = models_[g];
    to.sums[3 * y].add(c);
    to.sums[3 * (predicted == y ? y : predicted) + (predicted == y ? 1 : 2)].add(c);
    if (predicted != y) ++to.mistakes;
    if (s_.size() == 1) to.sums[3 * K + 2].add(c * loss_value(y == 1 ? s_[0] : -s_[0]));
    if (q_.probable == Probable::no) return;
    const Likely p = likely(q_.probable, s_, y);
    to.sums[3 * K].add(c * p.loss);
    to.sums[3 * K + 1].add(c * p.brier);
  }

  double loss_value(double m) const {
    return std::visit([m](auto loss) { return double{loss.value(m)}; }, loss_of(q_.loss));
  }

  const Question& q_;
  const RowFacts& facts_;
  std::vector<std::vector<std::size_t>> of_part_;
  std::span<HeldOutTerms> models_;
  std::vector<double> s_;
};

}  // namespace

void answer_held_out(const ShardRows& rows, const Question& q, const RowFacts& facts, unsigned threads,
                     Answer& answer) {
  const std::size_t models = q.tasks.size() / q.outputs();
  const std::size_t sums = held_out_sums(q);
  std::vector<std::vector<HeldOutTerms>> parts(threads);
  std::visit(
      [&](const auto& x) {
        parallel_items(threads, threads, [&](std::size_t k) {
          parts[k].assign(models, {0, std::vector<ExactSum>(sums)});
          HeldOutPass pass(q, facts, parts[k]);
          for (std::size_t i = x.rows * k / threads; i < x.rows * (k + 1) / threads; ++i) pass.visit(i, x.row(i));
        });
      },
      rows.x);
  answer.count.assign(1 + models, 0);
  answer.count[0] = rows_that_count(rows, facts);
  answer.exact.assign(models * sums, {});
  for (const auto& part : parts) {
    for (std::size_t g = 0; g < models; ++g) {
      answer.count[1 + g] += part[g].mistakes;
      for (std::size_t k = 0; k < sums; ++k) answer.exact[g * sums + k].add(part[g].sums[k]);
    }
  }
}

}  // namespace halfspace
