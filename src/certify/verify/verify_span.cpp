#include "certify/verify/verify_span.hpp"

#include <algorithm>

namespace halfspace {
namespace {

constexpr std::size_t most_features_seen = std::size_t{1} << 22U;

}  // namespace

void SpanCheck::see(const ExactRow& row) {
  if (seen_.size() > most_features_seen) return;
  features_.for_each(row.entries, [&](std::uint64_t j, const Decimal&) { seen_.try_emplace(j, row.line); });
}

void SpanCheck::settle(const std::vector<const ExactRow*>& span) {
  std::vector<SparseIntegers> rows;
  rows.reserve(span.size());
  for (const ExactRow* row : span) rows.push_back(integers(*row, true));
  if (seen_.size() > most_features_seen) {
    reason_ = "its rows have too many features for the rank to be checked";
    return;
  }
  for (const auto& [j, line] : seen_) {
    if (column_.contains(j)) continue;
    reason_ = "all its rows have 0 in " + features_.name(j) + ", but line " + std::to_string(line) + " does not";
    return;
  }
  if (null_space_too_large(rows.size(), column_.size())) {
    reason_ = "too many rows and columns for the rank to be checked";
    return;
  }
  NullSpace space = null_space(rows, column_.size());
  if (space.rank == column_.size()) return;
  if (!space.complete) reason_ = "the rank of its rows could not be settled";
  orthogonal_ = std::move(space.basis);
  dense_.resize(column_.size());
}

void SpanCheck::see_again(const ExactRow& row) {
  if (!reason_.empty()) return;
  std::fill(dense_.begin(), dense_.end(), 0);
  for (const auto& [j, x] : integers(row, false)) dense_[j] = x;
  for (const SparseIntegers& v : orthogonal_) {
    Integer sum;
    for (const auto& [j, x] : v) sum += dense_[j] * x;
    if (sum != 0 && reason_.empty())
      reason_ = "row " + std::to_string(row.row) + " (line " + std::to_string(row.line) +
                ") is not a combination of its rows";
  }
}

/// The row times a power of ten. Columns get numbers as they first come; one without a number stays away unless it
/// `may_add` one (a text that changes between the passes is found out by its hash).
SparseIntegers SpanCheck::integers(const ExactRow& row, bool may_add) {
  std::vector<std::pair<std::size_t, Decimal>> entries;
  std::int64_t least = 0;
  const auto add = [&](std::uint64_t j, const Decimal& x) {
    if (may_add) column_.try_emplace(j, column_.size());
    const auto found = column_.find(j);
    if (found == column_.end()) return;
    entries.emplace_back(found->second, x);
    least = std::min(least, x.exponent);
  };
  features_.for_each(row.entries, add);
  if (augmented_) add(features_.size().value_or(0), Decimal{1, 0});
  SparseIntegers out;
  for (const auto& [j, x] : entries)
    out.emplace_back(j, x.digits * power_of_ten(static_cast<std::uint64_t>(x.exponent - least)));
  return out;
}

}  // namespace halfspace
