#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "base/clock.hpp"
#include "base/json.hpp"
#include "halfspace/partitions.hpp"
#include "report/shards_report.hpp"
#include "separate/shards/folder_certificate.hpp"
#include "train/limits.hpp"
#include "train/separate_request.hpp"

namespace halfspace {
namespace {

constexpr const char* rows_name = "rows in partitions";

Result<SeparationChoices> choices_of(const Options& options) {
  const auto settings = api::settings_of(options, api::Reads::memory, api::Task::separate);
  if (!settings) return settings.error();
  for (const char* flag : {"min-mistakes", "suspects", "features", "missing"}) {
    if (settings.value().has(flag))
      return Error{Code::usage, "--" + std::string(flag), "is not for rows in partitions; leave it out"};
  }
  const auto request = separate_request(settings.value());
  if (!request) return request.error();
  const auto limit = timeout_seconds(settings.value());
  if (!limit) return limit.error();
  SeparationChoices out;
  out.bias = request.value().biased();
  out.positive = settings.value().get("positive");
  out.max_bytes = request.value().max_bytes;
  out.decide = request.value().options;
  out.decide.stop = StopToken::at(limit.value() > 0 ? seconds_now() + limit.value() : 0);
  out.two_classes = true;
  return out;
}

}  // namespace

Result<PartitionedSeparation> PartitionedSeparation::begin(const Options& options, const Choices& choices) {
  auto chosen = choices_of(options);
  if (!chosen) return api::in_option_words(std::move(chosen).error(), api::Reads::memory);
  chosen.value().classes = choices.classes;
  chosen.value().text_hash = choices.certified;
  return PartitionedSeparation(std::make_shared<SeparationRun>(std::move(chosen).value()));
}

bool PartitionedSeparation::done() const { return run_->done(); }
std::string PartitionedSeparation::ask() const { return done() ? "" : run_->ask().bytes(); }

Result<void> PartitionedSeparation::tell(std::string_view answer) {
  auto sum = SignAnswer::parse(answer);
  if (!sum) return std::move(sum).error();
  if (auto told = run_->tell(std::move(sum).value()); !told)
    return api::in_option_words(std::move(told).error(), api::Reads::memory);
  return {};
}

Result<void> PartitionedSeparation::end() { return run_->end(); }
std::int64_t PartitionedSeparation::rounds() const { return static_cast<std::int64_t>(run_->rounds()); }
std::int64_t PartitionedSeparation::rows_seen() const { return static_cast<std::int64_t>(run_->rows_seen()); }

std::optional<std::int64_t> PartitionedSeparation::partition() const {
  const auto shard = run_->shard();
  return shard ? std::optional(static_cast<std::int64_t>(*shard)) : std::nullopt;
}

Result<Separation> PartitionedSeparation::finish() const {
  if (!done()) return Error{Code::usage, "run", "is not done; ask and tell until it is"};
  const SeparationRun& run = *run_;
  const SeparationAnswer a = run.answer();
  const ShardsReport report(run, a, nullptr, rows_name);
  Separation out;
  out.verdict = name_of(a.decision.verdict);
  out.rows = static_cast<std::int64_t>(run.facts().rows);
  const std::vector<std::uint64_t> number = run.numbers();
  for (const Multiplier& m : a.decision.witness)
    out.witness.push_back({static_cast<std::int64_t>(number[m.row]), m.value.get_str()});
  if (const auto& margin = a.geometric ? a.geometric : a.augmented) {
    out.margin_at_least = margin_at_least(*margin);
    out.margin_at_most = margin_at_most(*margin);
  }
  if (run.has_hash() && provable(a.decision)) out.certificate = certificate_text(run.certificate());
  out.json = json_text(report.json());
  out.text = report.text();
  return out;
}

Result<Verified> verify_shards(const std::string& certificate, const std::string& folder) {
  const auto v = verify_over_shards(certificate, "the certificate", folder);
  if (!v) return v.error();
  return Verified{v.value().accepted, v.value().statement, v.value().reason, v.value().question};
}

}  // namespace halfspace
