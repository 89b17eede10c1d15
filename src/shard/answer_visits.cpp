#include <algorithm>
#include <optional>
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

/// Rows of weight 0 are not visited.
std::vector<std::uint32_t> rows_of(const Leg& leg, const ShardRows& rows) {
  std::vector<std::uint32_t> out;
  for (std::uint64_t i = leg.first; i < std::min<std::uint64_t>(leg.last, rows.label.size()); ++i)
    if (rows.weight.empty() || rows.weight[i] > 0) out.push_back(static_cast<std::uint32_t>(i));
  return out;
}

ShardFailure no_visit(const ShardRows& rows, const std::string& what) {
  return {rows.number, "partition " + std::to_string(rows.number) + ": " + what};
}

}  // namespace

void answer_visits(const ShardRows& rows, const Question& q, const RowFacts& facts, Answer& answer) {
  const TravellingVisits& v = *q.visits;
  const std::size_t K = v.positive.size();
  answer.states.resize(v.legs.size() * K);
  const bool asked = std::any_of(v.legs.begin(), v.legs.end(), [&](const Leg& l) { return l.shard == rows.number; });
  if (!asked) return;
  const DecimalsOfRows decimals = decimals_of(rows.x);
  const std::size_t n = rows.label.size();
  std::vector<std::int8_t> y(n);
  std::vector<double> score(n);
  for (std::size_t k = 0; k < K; ++k) {
    for (std::size_t i = 0; i < n; ++i) y[i] = facts.place(i) == v.positive[k] ? 1 : -1;
    for (std::size_t l = 0; l < v.legs.size(); ++l) {
      const Leg& leg = v.legs[l];
      if (leg.shard != rows.number) continue;
      auto learner = learner_of(v.options, leg.states[k]);
      if (!learner) {
        answer.failure = no_visit(rows, "the weights that came are damaged");
        return;
      }
      const std::vector<std::uint32_t> order = rows_of(leg, rows);
      const OnlineRows online{rows.x, y, rows.weight.span(), order, decimals.decimals, decimals.short_decimals};
      const auto bad = order.empty() ? std::nullopt : learner->learn(online, score, v.clean_after);
      if (bad) {
        answer.failure = no_visit(rows, "the score of row " + std::to_string(*bad) +
                                            " (from 0) is beyond the range of doubles; scale the columns");
        return;
      }
      answer.states[l * K + k] = state_bytes(*learner);
    }
  }
}

}  // namespace halfspace
