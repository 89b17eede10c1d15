#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "data/decimals.hpp"
#include "shard/answer_work.hpp"
#include "shard/perceptron_state.hpp"

namespace halfspace {
namespace {

struct DecimalsOfRows {
  int decimals = 0;
  bool short_decimals = true;
};

DecimalsOfRows decimals_of(const Matrix& x) {
  DecimalsOfRows out;
  std::visit(
      [&](const auto& m) {
        for (std::size_t i = 0; i < m.rows; ++i)
          for_each_entry(m.row(i), [&](std::size_t, double v) { note_decimals(out, v); });
      },
      x);
  return out;
}

ShardFailure no_visit(const ShardRows& rows, const std::string& what) {
  return {rows.number, "partition " + std::to_string(rows.number) + ": " + what};
}

}  // namespace

void answer_visits(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  const TravellingVisits& v = *q.visits;
  if (v.shard != rows.number) return;
  const DecimalsOfRows decimals = decimals_of(rows.x);
  const std::size_t n = rows.label.size();
  std::vector<std::int8_t> y(n);
  std::vector<double> score(n);
  for (std::size_t k = 0; k < v.positive.size(); ++k) {
    auto learner = learner_of(v.options, v.states[k]);
    if (!learner) {
      answer.failure = no_visit(rows, "the weights that came are damaged");
      return;
    }
    for (std::size_t i = 0; i < n; ++i) y[i] = facts.place(i) == v.positive[k] ? 1 : -1;
    const OnlineRows online{rows.x, y, rows.weight.span(), {}, decimals.decimals, decimals.short_decimals};
    if (const auto bad = learner->learn(online, score, v.clean_after)) {
      answer.failure = no_visit(rows, "the score of row " + std::to_string(*bad) +
                                          " (from 0) is beyond the range of doubles; scale the columns");
      return;
    }
    answer.states.push_back(state_bytes(*learner));
  }
}

}  // namespace halfspace
