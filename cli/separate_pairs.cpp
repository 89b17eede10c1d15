#include "separate_pairs.hpp"

#include "train/separation.hpp"

namespace halfspace::cli {
namespace {

Result<PairVerdict> asked(const PairQuestion& q, const Dataset& data, std::vector<std::int8_t> y) {
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

Result<PairVerdict> pair(const PairQuestion& q, std::uint32_t positive, std::uint32_t negative) {
  std::vector<std::uint64_t> kept;
  std::vector<std::int8_t> y;
  for (std::uint64_t i = 0; i < q.data.rows; ++i) {
    if (q.data.label[i] != positive && q.data.label[i] != negative) continue;
    kept.push_back(i);
    y.push_back(q.data.label[i] == positive ? 1 : -1);
  }
  return asked(q, take_rows(q.data, kept), std::move(y));
}

}  // namespace

Result<std::vector<PairVerdict>> pair_verdicts(const PairQuestion& q) {
  const auto k = static_cast<std::uint32_t>(q.data.classes.size());
  const std::size_t questions = k + std::size_t{k} * (k - 1) / 2;
  std::vector<PairVerdict> out;
  const auto keep = [&](Result<PairVerdict> answer, std::uint32_t a, const std::string& against) -> Result<void> {
    if (!answer) return answer.error();
    out.push_back(std::move(answer).value());
    out.back().positive = q.data.classes[a].text;
    out.back().negative = against;
    q.progress(out.size(), questions);
    return {};
  };
  for (std::uint32_t a = 0; a < k; ++a) {
    std::vector<std::int8_t> y;
    y.reserve(q.data.rows);
    for (const std::uint32_t label : q.data.label) y.push_back(label == a ? 1 : -1);
    if (const auto kept = keep(asked(q, q.data, std::move(y)), a, ""); !kept) return kept.error();
  }
  for (std::uint32_t a = 0; a < k; ++a) {
    for (std::uint32_t b = a + 1; b < k; ++b) {
      if (const auto kept = keep(pair(q, b, a), b, q.data.classes[a].text); !kept) return kept.error();
    }
  }
  return out;
}

}  // namespace halfspace::cli
