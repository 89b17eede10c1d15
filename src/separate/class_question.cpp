#include "separate/class_question.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "exact/linear.hpp"

namespace halfspace {

Separability ask_classes(const ClassPairs& pairs, const ClassQuestionOptions& options) {
  Separability known;
  known.decision.emplace();
  auto found = decide_classes(pairs, options);
  if (!found) {
    known.decision->reason = found.error().text();
    return known;
  }
  ClassDecision& d = found.value();
  known.decision->verdict = d.verdict;
  known.decision->weights = std::move(d.weights);
  known.decision->reason = std::move(d.reason);
  for (PairMultiplier& m : d.witness) {
    known.decision->witness.push_back({m.pair.row, std::move(m.value)});
    known.others.push_back(m.pair.other);
  }
  return known;
}

Separability by_weights(const ClassPairs& pairs, std::span<const double> weights, const ClassQuestionOptions& options) {
  std::vector<Rational> exact;
  exact.reserve(weights.size());
  for (const double v : weights) {
    if (!std::isfinite(v)) return {};
    exact.push_back(SignedRows::exact_value(v));
  }
  std::vector<Integer> w = whole(exact);
  const auto wrong = violated_pairs(pairs, w, true, 1, options);
  if (!wrong || !wrong.value() || !wrong.value()->empty()) return {};
  Separability known;
  known.decision.emplace();
  known.decision->verdict = Verdict::separable;
  known.decision->weights = std::move(w);
  known.by_the_run = true;
  return known;
}

bool is_cheap(const ClassPairs& pairs) {
  constexpr std::uint64_t most_entries = std::uint64_t{1} << 22U;
  constexpr std::size_t most_dims = 300;
  return pairs.entries() <= most_entries && pairs.dims() <= most_dims;
}

}  // namespace halfspace
