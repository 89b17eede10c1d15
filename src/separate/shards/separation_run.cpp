#include "separate/shards/separation_run.hpp"

#include <algorithm>
#include <utility>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "data/label.hpp"
#include "separate/shards/shard_text.hpp"

namespace halfspace {
namespace {

Error refused(const std::string& what) { return {Code::bad_data, "partitions", what}; }

void renumber(Terms& terms, const std::vector<std::uint64_t>& places, const SeenRows& seen) {
  for (Term& t : terms) t.row = seen.at(places[t.row]).number;
}

}  // namespace

SeparationRun::SeparationRun(SeparationChoices choices) : choices_(std::move(choices)) {
  options_.bias = choices_.bias;
  options_.max_bytes = choices_.max_bytes;
  options_.decide = choices_.decide;
}

/// Rows a side: of few columns some times as many as there are, of many what goes into one message.
std::uint64_t SeparationRun::most() const {
  constexpr std::uint64_t least_rows = 1000;
  constexpr std::uint64_t most_rows = 8000;
  constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20U;
  constexpr std::uint64_t of_an_entry = 12;
  const std::uint64_t wanted = std::clamp(4 * facts_.cols, least_rows, most_rows);
  const std::uint64_t a_row = 48 + of_an_entry * (facts_.entries / std::max<std::uint64_t>(facts_.every_row, 1));
  return std::max<std::uint64_t>(64, std::min(wanted, most_bytes / a_row / std::max<std::size_t>(pursuits_.size(), 1)));
}

SignQuestion SeparationRun::ask() const {
  SignQuestion q;
  q.round = rounds_;
  if (asks_ == Asks::facts) return q;
  q.cols = facts_.cols;
  q.bias = choices_.bias;
  q.decimals = facts_.decimals;
  q.short_decimals = facts_.short_decimals;
  q.classes = facts_.labels();
  q.first_row = facts_.first_row;
  q.first_used = facts_.first_used;
  q.most = most();
  if (asks_ == Asks::text) {
    q.ask = SignAsk::text;
    q.shard = hashed_;
    q.hash = hash_;
    if (facts_.has_header()) q.columns = facts_.columns;
    return q;
  }
  q.ask = asks_ == Asks::draw ? SignAsk::draw : SignAsk::signs;
  for (const auto& p : pursuits_) {
    if (asks_ == Asks::draw)
      q.tasks.push_back(p->draw());
    else
      q.tasks.insert(q.tasks.end(), p->tasks().begin(), p->tasks().end());
  }
  return q;
}

std::optional<std::uint64_t> SeparationRun::shard() const {
  return asks_ == Asks::text ? std::optional(hashed_) : std::nullopt;
}

Result<void> SeparationRun::tell(SignAnswer answer) {
  if (answer.failure) return refused(answer.failure->second);
  const SignQuestion asked = ask();
  if (done() || answer.ask != asked.ask || answer.round != asked.round)
    return Error{Code::usage, "answer", "is to another question; tell the sum of the answers to the last one"};
  ++rounds_;
  if (asks_ == Asks::facts) return take_facts(answer);
  if (asks_ == Asks::text) {
    if (answer.hash.empty()) return refused("gave no whole answer");
    hash_ = std::move(answer.hash);
    if (++hashed_ == facts_.first_row.size()) asks_ = Asks::nothing;
    return {};
  }
  if (answer.rows != facts_.rows)
    return refused("the answers are of " + std::to_string(answer.rows) + " rows, the data has " +
                   std::to_string(facts_.rows) + ": a partition is missing, was added twice, or has changed");
  if (answer.found.size() != asked.tasks.size()) return refused("gave no whole answer");
  return take_rows(answer);
}

Result<void> SeparationRun::take_facts(const SignAnswer& answer) {
  auto facts = ShardedFacts::of(answer, choices_.classes);
  if (!facts) return std::move(facts).error();
  facts_ = std::move(facts).value();
  const auto k = static_cast<std::uint32_t>(facts_.classes.size());
  if (k > 2 && choices_.two_classes)
    return Error{Code::usage, "classes",
                 "there are " + std::to_string(k) + " of them, and the question is about two; choose two"};
  std::uint32_t plus = k - 1;
  if (!choices_.positive.empty()) {
    const auto found = find_class(facts_.classes, choices_.positive);
    if (k > 2) return Error{Code::usage, "--positive", "is for two classes; choose them with --classes A,B"};
    if (!found) return Error{Code::usage, "--positive", in_quotes(choices_.positive) + " is not a label of the data"};
    plus = *found;
  }
  const auto pursue = [&](std::uint32_t positive, std::uint32_t negative) {
    pursuits_.push_back(std::make_unique<Pursuit>(facts_, seen_, options_, positive, negative));
  };
  options_.margins = k <= 2;
  if (k <= 2) pursue(plus, SignTask::the_rest);
  for (std::uint32_t a = 0; a < k && k > 2; ++a) pursue(a, SignTask::the_rest);
  for (std::uint32_t a = 0; a < k && k > 2; ++a) {
    for (std::uint32_t b = a + 1; b < k; ++b) pursue(b, a);
  }
  asks_ = Asks::draw;
  return {};
}

Result<void> SeparationRun::take_rows(SignAnswer& answer) {
  const bool drawn = asks_ == Asks::draw;
  if (drawn) radius_squared_ = answer.radius_squared;
  std::span<FoundRows> left(answer.found);
  for (const auto& p : pursuits_) {
    const std::size_t count = drawn ? 1 : p->tasks().size();
    if (count == 0) continue;
    if (auto taken = p->take(left.first(count)); !taken) return taken;
    left = left.subspan(count);
  }
  asks_ = Asks::signs;
  if (choices_.decide.stop.ended()) return end();
  go_on();
  return {};
}

void SeparationRun::go_on() {
  const bool open = std::any_of(pursuits_.begin(), pursuits_.end(), [](const auto& p) { return !p->done(); });
  if (open) return;
  const bool proof = choices_.text_hash && pursuits_.size() == 1 && provable(pursuit().decision());
  asks_ = proof ? Asks::text : Asks::nothing;
}

Result<void> SeparationRun::end() {
  const bool asked = !pursuits_.empty() && asks_ != Asks::draw;
  if (!asked) return Error{Code::interrupted, "rows in partitions", "the run was ended before anything was known"};
  for (const auto& p : pursuits_) {
    if (!p->done()) p->end("stopped");
  }
  asks_ = Asks::nothing;
  return {};
}

SeparationAnswer SeparationRun::answer() const {
  SeparationAnswer out;
  out.decision = pursuit().decision();
  out.radius_squared = radius_squared_;
  out.augmented = pursuit().margin(MarginKind::augmented);
  out.geometric = pursuit().margin(MarginKind::geometric);
  if (out.augmented && out.augmented->lower_squared > 0) {
    const Rational bound = out.radius_squared / out.augmented->lower_squared;
    out.mistake_bound = Rational(Integer(bound.get_num() / bound.get_den()));
  }
  return out;
}

ClassNames SeparationRun::names() const {
  ClassNames out;
  const std::uint32_t plus = pursuit().positive();
  out.positive = facts_.classes[plus].text;
  if (facts_.classes.size() == 2) out.negative = facts_.classes[1 - plus].text;
  return out;
}

std::vector<std::uint64_t> SeparationRun::numbers() const {
  std::vector<std::uint64_t> out;
  for (const std::uint64_t place : pursuit().places()) out.push_back(seen_.at(place).number);
  return out;
}

Dataset SeparationRun::shown_rows(const LineIndex* lines) const {
  const std::vector<std::uint64_t>& places = pursuit().places();
  Dataset out = seen_.dataset(places, facts_);
  out.text_bytes = lines != nullptr ? 1 : 0;
  out.lines = {};
  for (std::size_t i = 0; i < places.size(); ++i)
    out.lines.add(i, lines != nullptr ? lines->line(places[i]) : places[i] + 1);
  return out;
}

Certificate SeparationRun::certificate() const {
  const Pursuit& p = pursuit();
  std::string sha256;
  if (Sha256 hash; hash.go_on(hash_)) sha256 = hash.hex();
  Certificate out = certificate_of(answer(), p.rows(), p.data(), names(), "", sha256);
  out.data.rows = facts_.rows;
  renumber(out.witness, p.places(), seen_);
  renumber(out.span, p.places(), seen_);
  if (out.margin) renumber(out.margin->lambda, p.places(), seen_);
  return out;
}

PairVerdicts SeparationRun::pairs() const {
  PairVerdicts out;
  out.questions = pursuits_.size();
  for (const auto& p : pursuits_) {
    if (p->decision().verdict == Verdict::undecided && p->decision().reason == "stopped") continue;
    PairVerdict v;
    v.positive = facts_.classes[p->positive()].text;
    if (p->negative() != SignTask::the_rest) v.negative = facts_.classes[p->negative()].text;
    v.verdict = p->decision().verdict;
    v.rows = p->size();
    v.witness_rows = p->decision().witness.size();
    out.pairs.push_back(std::move(v));
  }
  return out;
}

}  // namespace halfspace
