#include "halfspace/train.hpp"

#include <memory>
#include <utility>

#include "api/options.hpp"
#include "api/rows.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "format/read.hpp"
#include "report/train_report.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"
#include "train/request.hpp"
#include "train/train.hpp"

namespace halfspace {
namespace {

std::int64_t signed_count(std::uint64_t n) { return static_cast<std::int64_t>(n); }

std::uint64_t rounds_of(const LinearTraining& linear) {
  std::uint64_t sum = 0;
  for (const LinearRun& run : linear.runs) sum += run.result.rounds;
  return sum;
}

/// When the option `timeout` ends the run; 0: never.
Result<double> deadline_of(const Settings& settings) {
  const auto limit = timeout_seconds(settings);
  if (!limit) return limit.error();
  return limit.value() > 0 ? seconds_now() + limit.value() : 0;
}

/// The watch is asked from this thread alone, with what the run reported last.
TrainObserver observer_of(const Watch& watch, double deadline) {
  TrainObserver observer;
  const auto seen = std::make_shared<TrainProgress>();
  const auto ask = [&watch, seen](std::uint64_t) { return watch && !watch(*seen) ? Halt::interrupt : Halt::go_on; };
  const StopToken stop([deadline] { return deadline > 0 && seconds_now() >= deadline ? Halt::timeout : Halt::go_on; },
                       ask);
  observer.perceptron.progress = [seen](const Progress& p) {
    *seen = {signed_count(p.visits), signed_count(p.passes), signed_count(p.updates), p.fraction};
    return Halt::go_on;
  };
  observer.linear.round = [seen](const LinearProgress& p) {
    *seen = {0, signed_count(p.rounds), 0, -1};
    return Halt::go_on;
  };
  observer.perceptron.stop = stop;
  observer.linear.stop = stop;
  return observer;
}

/// `text` is where the digits stand, where they can be looked at again.
Result<Training> learn(const Dataset& data, const Settings& settings, const std::string& source,
                       std::optional<TextAgain> text, const Watch& watch, double deadline) {
  auto request = train_request(settings, data, source);
  if (!request) return request.error();
  request.value().text = std::move(text);
  auto trained = train(data, request.value(), observer_of(watch, deadline));
  if (!trained) return trained.error();
  Trained& t = trained.value();
  if (!t.fitted)
    return Error{Code::bad_data, source,
                 t.stop_reason + (t.linear->request.hard_margin() ? "; a hard margin does not exist: choose a finite C"
                                                                  : "; choose penalty l2 or firth")};
  std::string json = json_text(train_json(data, request.value(), t, std::nullopt));
  std::string report = train_text(data, request.value(), t, std::nullopt, "");
  return Training{Classifier(std::make_shared<const Model>(std::move(t.model))),
                  std::string(name_of(t.status)),
                  t.stop_reason,
                  signed_count(data.rows),
                  signed_count(t.run.visits),
                  signed_count(t.linear ? rounds_of(*t.linear) : t.run.passes),
                  signed_count(t.run.updates),
                  t.train.counted() ? signed_count(t.train.mistakes) : -1,
                  t.separable(),
                  std::move(json),
                  std::move(report)};
}

template <class RowsInMemory>
Result<Training> learn_in_memory(const RowsInMemory& rows, const RowLabels& labels, const Options& options,
                                 const Watch& watch) {
  const auto settings = api::settings_of(options, api::Reads::memory);
  if (!settings) return settings.error();
  const auto memory = memory_limit(settings.value());
  const auto deadline = deadline_of(settings.value());
  if (!memory) return memory.error();
  if (!deadline) return deadline.error();
  const auto data = api::training_rows(rows, labels, settings.value().get("missing"), memory.value());
  if (!data) return data.error();
  return learn(data.value(), settings.value(), api::memory_name, TextAgain(), watch, deadline.value());
}

}  // namespace

Result<Training> train(const DenseRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return learn_in_memory(rows, labels, options, watch);
}

Result<Training> train(const CsrRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return learn_in_memory(rows, labels, options, watch);
}

Result<Training> train_file(const std::string& path, const Options& options, const Watch& watch) {
  const auto settings = api::settings_of(options, api::Reads::file);
  if (!settings) return settings.error();
  const auto deadline = deadline_of(settings.value());
  if (!deadline) return deadline.error();
  auto reading = read_options(settings.value());
  if (!reading) return reading.error();
  reading.value().progress = [end = deadline.value()](std::uint64_t) { return end == 0 || seconds_now() < end; };
  const auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  return learn(data.value(), settings.value(), path == "-" ? "stdin" : shown(path, 4096),
               path == "-" ? std::nullopt : std::optional<TextAgain>(path), watch, deadline.value());
}

}  // namespace halfspace
