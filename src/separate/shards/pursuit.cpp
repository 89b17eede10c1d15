#include "separate/shards/pursuit.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "certify/find/hull_proof.hpp"

namespace halfspace {
namespace {

using Wanted = SignTask::Wanted;
constexpr std::size_t margin_dims = 2000;  // as on one machine
constexpr std::size_t few_planes = 16;     // that are asked about without one for all before

}  // namespace

SignTask Pursuit::task(Wanted wanted, std::vector<Integer> weights) const {
  SignTask t;
  t.positive = positive_;
  t.negative = negative_;
  t.wanted = wanted;
  t.weights = std::move(weights);
  return t;
}

SignTask Pursuit::draw() const { return task(Wanted::not_above, {}); }

std::uint64_t Pursuit::size() const {
  std::uint64_t out = 0;
  for (std::size_t k = 0; k < facts_.classes.size(); ++k) {
    if (k == positive_ || negative_ == SignTask::the_rest || k == negative_) out += facts_.classes[k].rows;
  }
  return out;
}

Result<void> Pursuit::take(std::span<FoundRows> found) {
  const bool against = std::any_of(found.begin(), found.end(), [](const FoundRows& f) { return f.count > 0; });
  tasks_.clear();
  try {
    if (bounds_) return take_bounds(found);
    if (against) {
      if (auto seen = see(found); !seen) return seen;
      if (!for_margins_) return decide_rows();
      return ask_about_margins();
    }
    if (std::exchange(sampled_, false)) return ask_about_span();
    if (!for_margins_ && decision_.verdict == Verdict::separable && options_.margins) {
      for_margins_ = true;
      return rows_->signed_rows().dims() <= margin_dims ? ask_about_margins() : ask_about_bounds();
    }
  } catch (const Stopped&) {
    end("stopped");
  }
  return {};
}

void Pursuit::end(const std::string& why) {
  tasks_.clear();
  if (for_margins_) {
    margins_ = {};
    return;
  }
  decision_.verdict = Verdict::undecided;
  decision_.weights.clear();
  decision_.span.clear();
  decision_.reason = why;
}

/// The rows found are among the rows seen, in their order.
Result<void> Pursuit::see(std::span<FoundRows> found) {
  constexpr std::uint64_t copies = 4;  // of a row, while it is decided
  std::vector<std::uint64_t> all = places_;
  for (FoundRows& f : found) {
    if (f.count == 0) continue;
    for (auto* side : f.sides()) {
      for (FoundRow& r : *side) {
        if (r.label >= facts_.classes.size() || (!r.column.empty() && r.column.back() >= facts_.cols))
          return Error{Code::bad_data, "partitions", "gave a row that the data cannot have"};
        all.push_back(r.place);
        seen_.add(std::move(r));
      }
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() == places_.size())
    return Error{Code::bad_data, "partitions", "gave rows that were asked about before: the rows have changed"};
  places_ = std::move(all);
  const std::uint64_t dense = facts_.dense ? places_.size() * facts_.cols * sizeof(double) : 0;
  const std::uint64_t needed = copies * (seen_.bytes() + dense);
  if (options_.max_bytes > 0 && needed > options_.max_bytes)
    return Error{Code::bad_data, "partitions",
                 "the " + counted(places_.size(), "row") + " that decide the question need " +
                     beyond_limit(needed, options_.max_bytes) +
                     "; give more with --max-memory, or choose fewer columns"};
  return {};
}

Result<void> Pursuit::decide_rows() {
  data_ = std::make_unique<Dataset>(seen_.dataset(places_, facts_));
  std::vector<std::int8_t> y;
  for (const std::uint32_t label : data_->label) y.push_back(label == positive_ ? 1 : -1);
  auto rows = SeparationRows::make(*data_, std::move(y), options_.bias, {}, "", options_.max_bytes, TextAgain(),
                                   options_.decide.stop);
  if (!rows) return std::move(rows).error();
  rows_ = std::move(rows).value();
  auto decided = decide(rows_->signed_rows(), options_.decide);
  if (!decided) return std::move(decided).error();
  decision_ = std::move(decided).value();
  return ask_about();
}

/// Weights of the columns that the rows seen have, as those of all columns.
std::vector<Integer> Pursuit::of_all_columns(std::span<const Integer> w) const {
  std::vector<Integer> out(facts_.cols + (options_.bias ? 1 : 0));
  for (std::uint64_t j = 0; j < rows_->features().cols; ++j) out[rows_->feature(j)] = w[j];
  if (options_.bias) out.back() = w.back();
  return out;
}

Result<void> Pursuit::ask_about() {
  if (places_.size() == size()) {  // all rows were seen
    if (decision_.verdict == Verdict::separable) return take({});
    return {};
  }
  switch (decision_.verdict) {
    case Verdict::separable:
      tasks_.push_back(task(Wanted::not_above, of_all_columns(decision_.weights)));
      return {};
    case Verdict::quasi_separable:
      tasks_.push_back(task(Wanted::below, of_all_columns(decision_.weights)));
      return {};
    case Verdict::overlapping:
      sampled_ = true;
      return ask_about_span();
    case Verdict::undecided:
      return {};
  }
  return {};
}

/// Rows outside of the span of those seen: with an entry where these have none, or off a plane that is orthogonal to them.
/// Of many planes first one alone, of weights from all.
Result<void> Pursuit::ask_about_span() {
  const SignedRows& z = rows_->signed_rows();
  TiedSpan span(z, options_.decide.stop);
  for (const Multiplier& m : decision_.span) span.add(m.row);
  const auto free = span.free_coordinates();
  const auto seen = z.used();
  if (!free) return free.error();
  if (!seen) return seen.error();
  std::vector<Integer> known(facts_.cols + (options_.bias ? 1 : 0));
  for (std::uint64_t j = 0; j < rows_->features().cols; ++j) known[rows_->feature(j)] = seen.value()[j] ? 1 : 0;
  for (std::uint64_t j = 0; j < facts_.cols && tasks_.empty(); ++j) {
    if (facts_.used[j] && known[j] == 0) tasks_.push_back(task(Wanted::unseen, known));
  }
  const OrthogonalSpace complement = span.complement();
  std::vector<Integer> together(z.dims());
  sampled_ = sampled_ && free.value().size() > few_planes;
  std::int64_t times = 1;
  for (const std::uint64_t j : free.value()) {
    const auto along = complement.along(j);
    if (!along) {
      end("a system of the rows seen could not be solved");
      return {};
    }
    if (!sampled_) tasks_.push_back(task(Wanted::off_plane, of_all_columns(spread(*along, z.dims()))));
    for (const auto& [k, value] : *along) together[k] += value * times;
    times = times * 48271 % 2147483647;  // Park and Miller 1988
  }
  if (sampled_) tasks_.push_back(task(Wanted::off_plane, of_all_columns(together)));
  return {};
}

/// The margins of the rows seen, which are those of all where no row lies below them.
Result<void> Pursuit::ask_about_margins() {
  data_ = std::make_unique<Dataset>(seen_.dataset(places_, facts_));
  std::vector<std::int8_t> y;
  for (const std::uint32_t label : data_->label) y.push_back(label == positive_ ? 1 : -1);
  const bool both = std::adjacent_find(y.begin(), y.end(), std::not_equal_to<>()) != y.end();
  auto rows = SeparationRows::make(*data_, std::move(y), options_.bias, {}, "", options_.max_bytes, TextAgain(),
                                   options_.decide.stop);
  if (!rows) return std::move(rows).error();
  rows_ = std::move(rows).value();
  for (const MarginKind kind : {MarginKind::augmented, MarginKind::geometric}) {
    if (kind == MarginKind::geometric && (!options_.bias || !both)) continue;
    const auto done = ask_about_margin(kind);
    if (!done) return done.error();
  }
  if (places_.size() == size()) tasks_.clear();
  return {};
}

Result<bool> Pursuit::ask_about_margin(MarginKind kind) {
  const SignedRows& z = rows_->signed_rows();
  std::optional<Margin>& margin = margins_[kind == MarginKind::geometric ? 1 : 0];
  auto found = find_margin(z, kind, decision_.weights, options_.decide);
  if (!found) return std::move(found).error();
  margin = std::move(found).value();
  if (!margin || margin->lower_squared <= 0) return false;
  const auto level = least_product(z, margin->weights, options_.decide.threads);
  if (!level) return level.error();
  tasks_.push_back(task(Wanted::below, of_all_columns(margin->weights)));
  tasks_.back().level = level.value();
  return true;
}

/// Of very many columns the margins are bounded by the weights and the point of the hull that came along, without a search.
Result<void> Pursuit::ask_about_bounds() {
  const SignedRows& z = rows_->signed_rows();
  std::array<bool, 2> side{};
  for (const std::int8_t y : z.signs()) side[y > 0 ? 1 : 0] = true;
  for (const MarginKind kind : {MarginKind::augmented, MarginKind::geometric}) {
    if (kind == MarginKind::geometric && !(options_.bias && side[0] && side[1])) continue;
    auto found = margin_bounds(z, kind, decision_.weights, decision_.hull, options_.decide);
    if (!found) return std::move(found).error();
    margins_[kind == MarginKind::geometric ? 1 : 0] = std::move(found).value();
  }
  if (!margins_[0]) return {};
  bounds_ = true;
  tasks_.push_back(task(Wanted::least, of_all_columns(decision_.weights)));
  return {};
}

Result<void> Pursuit::take_bounds(std::span<FoundRows> found) {
  bounds_ = false;
  if (found.empty() || !found.front().least) return Error{Code::bad_data, "partitions", "gave no whole answer"};
  for (std::optional<Margin>& m : margins_) {
    if (m) m->lower_squared = squared_margin(rows_->signed_rows(), m->kind, m->weights, *found.front().least);
  }
  return {};
}

}  // namespace halfspace
