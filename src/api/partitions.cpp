#include "halfspace/partitions.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "api/cv_result.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/path_result.hpp"
#include "api/plain_rows.hpp"
#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "api/training.hpp"
#include "driver/driver.hpp"
#include "separate/shards/shard_signs.hpp"
#include "shard/shard.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

template <class T>
void own(Buffer<T>& values) {
  values.reserve(values.size());  // of a view, a copy
}
template <class T>
void own(DenseMatrix<T>& x) {
  own(x.value);
}
template <class T>
void own(CsrMatrix<T>& x) {
  own(x.start);
  own(x.column);
  own(x.value);
}

enum class Storage { copied, viewed };

template <class RowsInMemory>
Result<Partition> partition_of(RowsInMemory rows, const CodedLabels& labels, std::int64_t number, Storage storage) {
  if (number < 0 || number >= (std::int64_t{1} << 20U))
    return Error{Code::usage, "number", std::to_string(number) + " is outside 0..2^20-1; number the partitions from 0"};
  if (auto fine = api::check_labels(labels, rows.rows); !fine) return std::move(fine).error();
  if (auto fine = api::check_weights(rows.weights, rows.rows); !fine) return std::move(fine).error();
  ShardRows out;
  if constexpr (requires { rows.columns; }) out.columns.assign(rows.columns.begin(), rows.columns.end());
  const std::span<const double> weights = rows.weights;
  rows.weights = {};
  auto data = api::plain_rows(rows, std::numeric_limits<std::uint64_t>::max());
  if (!data) return std::move(data).error();
  out.number = static_cast<std::uint64_t>(number);
  std::vector<std::uint64_t> kept;  // rows of weight 0 are none
  for (std::uint64_t i = 0; i < labels.codes.size(); ++i) {
    if (!weights.empty() && weights[i] == 0) continue;
    kept.push_back(i);
    out.label.push_back(static_cast<std::uint32_t>(labels.codes[i]));
    if (!weights.empty()) out.weight.push_back(weights[i]);
  }
  if (kept.size() < labels.codes.size()) data = take_rows(data.value(), kept);
  out.x = std::move(data.value().x);
  if (storage == Storage::copied) std::visit([](auto& x) { own(x); }, out.x);
  out.labels.assign(labels.texts.begin(), labels.texts.end());
  return Partition(std::make_shared<const Shard>(std::move(out)));
}

std::int64_t count_of(std::uint64_t n) { return static_cast<std::int64_t>(n); }

Result<Partition> shared(Result<Shard> shard) {
  if (!shard) return std::move(shard).error();
  return Partition(std::make_shared<const Shard>(std::move(shard).value()));
}

}  // namespace

Result<Partition> Partition::of(const DenseRows& rows, const CodedLabels& labels, std::int64_t number) {
  return api::in_option_words(partition_of(rows, labels, number, Storage::copied), api::Reads::memory);
}

Result<Partition> Partition::of(const CsrRows& rows, const CodedLabels& labels, std::int64_t number) {
  return api::in_option_words(partition_of(rows, labels, number, Storage::copied), api::Reads::memory);
}

Result<Partition> Partition::viewing(const DenseRows& rows, const CodedLabels& labels, std::int64_t number) {
  return api::in_option_words(partition_of(rows, labels, number, Storage::viewed), api::Reads::memory);
}

Result<Partition> Partition::viewing(const CsrRows& rows, const CodedLabels& labels, std::int64_t number) {
  return api::in_option_words(partition_of(rows, labels, number, Storage::viewed), api::Reads::memory);
}

std::string Partition::bytes() const { return shard_->bytes(); }
Result<Partition> Partition::from_bytes(std::string_view bytes) { return shared(Shard::parse(bytes)); }
Result<void> Partition::save(const std::string& path, bool lasting) const { return shard_->save(path, lasting); }
Result<Partition> Partition::open(const std::string& path) { return shared(Shard::open(path)); }
Result<Partition> Partition::open(const std::string& path, std::int64_t number) {
  if (number < 0) return Error{Code::usage, "number", std::to_string(number) + " is below 0"};
  return shared(Shard::open(path, static_cast<std::uint64_t>(number)));
}

Result<std::string> Partition::answer(std::string_view question, int threads) const {
  if (threads < 1 || threads > 4096)
    return Error{Code::usage, "threads", std::to_string(threads) + " is outside 1..4096"};
  if (SignQuestion::is_one(question)) {
    const auto signs = SignQuestion::parse(question);
    if (!signs) return signs.error();
    return answer_signs(*shard_, signs.value(), static_cast<unsigned>(threads)).bytes();
  }
  const auto asked = Question::parse(question);
  if (!asked) return asked.error();
  std::string bytes = shard_->answer(asked.value(), static_cast<unsigned>(threads)).bytes();
  if (shard_->is_mapped()) shard_->forget_scaled();  // processes share a file, and would each keep rows of their own
  return bytes;
}

std::int64_t Partition::number() const { return count_of(shard_->number()); }
std::int64_t Partition::rows() const { return count_of(shard_->rows()); }
std::int64_t Partition::columns() const { return count_of(shard_->cols()); }
std::int64_t Partition::entries() const { return count_of(shard_->stored()); }
std::int64_t Partition::memory() const { return count_of(shard_->memory()); }

Result<std::string> add_answers(std::string_view first, std::string_view second) {
  if (SignAnswer::is_one(first)) {
    auto signs = SignAnswer::parse(first);
    if (!signs) return std::move(signs).error();
    auto more = SignAnswer::parse(second);
    if (!more) return std::move(more).error();
    add(signs.value(), std::move(more).value());
    return signs.value().bytes();
  }
  auto a = Answer::parse(first);
  if (!a) return std::move(a).error();
  const auto b = Answer::parse(second);
  if (!b) return b.error();
  add(a.value(), b.value());
  return a.value().bytes();
}

Result<PartitionedRun> PartitionedRun::begin(const Options& options) {
  const auto settings = api::settings_of(options, api::Reads::memory);
  if (!settings) return api::in_option_words(settings.error(), api::Reads::memory);
  auto driver = Driver::begin(settings.value());
  if (!driver) return api::in_option_words(std::move(driver).error(), api::Reads::memory);
  return PartitionedRun(std::make_shared<Driver>(std::move(driver).value()));
}

Result<PartitionedRun> PartitionedRun::begin_folds(const Options& options) {
  const auto settings = api::settings_of(options, api::Reads::memory, api::Task::cv);
  if (!settings) return api::in_option_words(settings.error(), api::Reads::memory);
  if (settings.value().has("predictions"))
    return api::in_option_words(
        Error{Code::usage, "--predictions", "is not for rows in partitions, which are not listed; leave it out"},
        api::Reads::memory);
  auto driver = Driver::begin(settings.value(), Driver::Goal::folds);
  if (!driver) return api::in_option_words(std::move(driver).error(), api::Reads::memory);
  return PartitionedRun(std::make_shared<Driver>(std::move(driver).value()));
}

Result<PartitionedRun> PartitionedRun::begin_path(const Options& options) {
  const auto settings = api::settings_of(options, api::Reads::memory, api::Task::path);
  if (!settings) return api::in_option_words(settings.error(), api::Reads::memory);
  auto driver = Driver::begin(settings.value(), Driver::Goal::path);
  if (!driver) return api::in_option_words(std::move(driver).error(), api::Reads::memory);
  return PartitionedRun(std::make_shared<Driver>(std::move(driver).value()));
}

Result<PartitionedRun> PartitionedRun::resume(std::string_view state) {
  auto driver = Driver::resume(state);
  if (!driver) return api::in_option_words(std::move(driver).error(), api::Reads::memory);
  return PartitionedRun(std::make_shared<Driver>(std::move(driver).value()));
}

std::string PartitionedRun::state() const { return driver_->state(); }
bool PartitionedRun::done() const { return driver_->done(); }
std::string PartitionedRun::ask() const { return done() ? "" : driver_->ask().bytes(); }

Result<void> PartitionedRun::tell(std::string_view answer) {
  const auto sum = Answer::parse(answer);
  if (!sum) return sum.error();
  if (auto told = driver_->tell(sum.value()); !told)
    return api::in_option_words(std::move(told).error(), api::Reads::memory);
  return {};
}

PartitionedProgress PartitionedRun::progress() const {
  const DriverProgress p = driver_->progress();
  PartitionedProgress out;
  out.rounds = count_of(p.rounds);
  if (!done()) out.question = name_of(driver_->ask().ask);
  if (p.gap) out.objective = p.objective;
  out.gap = p.gap;
  if (p.shard) out.partition = count_of(*p.shard);
  out.classes = count_of(p.classes);
  return out;
}

Result<Training> PartitionedRun::finish() const {
  auto driven = driver_->finish();
  if (!driven) return std::move(driven).error();
  Driven& d = driven.value();
  const std::string source = d.request.source;
  return api::training_of(api::without_numbers(std::move(d.data)), std::move(d.request),
                          {std::move(d.trained), std::move(d.calibration)}, source);
}

Result<PathResult> PartitionedRun::finish_path() const {
  auto driven = driver_->finish_path();
  if (!driven) return std::move(driven).error();
  return api::path_result_of(std::move(driven.value().data), std::move(driven.value().path));
}

Result<CvResult> PartitionedRun::finish_folds() const {
  auto driven = driver_->finish_folds();
  if (!driven) return std::move(driven).error();
  DrivenFolds& d = driven.value();
  const auto targets = find_targets(d.data, d.plan.request.positive, d.plan.request.source);
  if (!targets) return targets.error();
  return api::cv_result_of(api::without_numbers(std::move(d.data)), std::move(d.plan), d.folds, std::move(d.cv),
                           targets.value().classes, false);
}

}  // namespace halfspace
