#include "separate/separate_pairs.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "separate/separation.hpp"

namespace halfspace {
namespace {

Result<PairVerdict> answer_pair(const PairQuestion& q, const Dataset& data, std::vector<std::int8_t> y) {
  const auto rows = SeparationRows::make(data, std::move(y), q.bias, q.features, q.missing, q.max_bytes, q.text);
  if (!rows) return rows.error();
  const auto decision = decide(rows.value()->signed_rows(), q.options);
  if (!decision) return decision.error();
  PairVerdict out;
  out.verdict = decision.value().verdict;
  out.rows = data.rows;
  out.witness_rows = decision.value().witness.size();
  return out;
}

/// The rows of each class.
std::vector<std::vector<std::uint64_t>> rows_by_class(const Dataset& data) {
  std::vector<std::vector<std::uint64_t>> out(data.classes.size());
  for (std::uint64_t i = 0; i < data.rows; ++i) out[data.label[i]].push_back(i);
  return out;
}

Result<PairVerdict> of_two_classes(const PairQuestion& q, std::span<const std::uint64_t> positive,
                                   std::span<const std::uint64_t> negative) {
  std::vector<std::uint64_t> kept;
  std::merge(positive.begin(), positive.end(), negative.begin(), negative.end(), std::back_inserter(kept));
  std::vector<std::int8_t> y;
  y.reserve(kept.size());
  for (const std::uint64_t i : kept) y.push_back(std::binary_search(positive.begin(), positive.end(), i) ? 1 : -1);
  return answer_pair(q, take_rows(q.data, kept), std::move(y));
}

}  // namespace

Result<PairVerdicts> pair_verdicts(const PairQuestion& q) {
  const auto k = static_cast<std::uint32_t>(q.data.classes.size());
  PairVerdicts out;
  out.questions = k + std::size_t{k} * (k - 1) / 2;
  const auto stopped = [&] { return q.options.stop.ended(); };
  const auto keep = [&](Result<PairVerdict> answer, std::uint32_t a, const std::string& against) -> Result<void> {
    if (!answer) return answer.error();
    out.pairs.push_back(std::move(answer).value());
    out.pairs.back().positive = q.data.classes[a].text;
    out.pairs.back().negative = against;
    q.progress(out.pairs.size(), out.questions);
    return {};
  };
  for (std::uint32_t a = 0; a < k; ++a) {
    if (stopped()) return out;
    std::vector<std::int8_t> y;
    y.reserve(q.data.rows);
    for (const std::uint32_t label : q.data.label) y.push_back(label == a ? 1 : -1);
    if (const auto kept = keep(answer_pair(q, q.data, std::move(y)), a, ""); !kept) return kept.error();
  }
  const auto rows = rows_by_class(q.data);
  for (std::uint32_t a = 0; a < k; ++a) {
    for (std::uint32_t b = a + 1; b < k; ++b) {
      if (stopped()) return out;
      if (const auto kept = keep(of_two_classes(q, rows[b], rows[a]), b, q.data.classes[a].text); !kept)
        return kept.error();
    }
  }
  return out;
}

}  // namespace halfspace
