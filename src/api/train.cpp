#include "halfspace/train.hpp"

#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "api/typed.hpp"
#include "api/watching.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "format/read.hpp"
#include "model/model.hpp"
#include "solver/perceptron/options.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"
#include "train/request.hpp"
#include "train/stream/stream_training.hpp"

namespace halfspace {
namespace {

/// `text` is where the digits stand, where they can be looked at again.
Result<Training> learn_from(Dataset data, const Settings& settings, const std::string& source,
                            std::optional<TextAgain> text, const api::Watching& watching) {
  auto plan = learn_plan(settings, data, source);
  if (!plan) return plan.error();
  plan.value().request.text = std::move(text);
  auto learned = learn(data, plan.value(), watching.of_run(), watching.of_fits());
  if (!learned) return learned.error();
  return api::training_of(api::without_numbers(std::move(data)), std::move(plan.value().request),
                          std::move(learned).value(), source);
}

template <class RowsInMemory>
Result<Training> learned_in_memory(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                                   const Watch& watch) {
  if (!settings) return settings.error();
  for (const char* name : {"stream", "final-pass"}) {
    if (settings.value().has(name))
      return Error{Code::usage, "--" + std::string(name), "is for files; these rows are in memory"};
  }
  if (!rows.groups.empty() && !settings.value().has("calibrate"))
    return Error{Code::usage, "groups", "keep rows together in folds, and this run has none; leave them out"};
  const auto memory = memory_limit(settings.value());
  const auto running = api::running_of(settings.value());
  if (!memory) return memory.error();
  if (!running) return running.error();
  const api::Watching watching(watch, running.value());
  auto data = api::training_rows(rows, labels, settings.value().get("missing"), memory.value());
  if (!data) return data.error();
  return learn_from(std::move(data).value(), settings.value(), api::memory_name, TextAgain(), watching);
}

template <class RowsInMemory>
Result<Training> learn_in_memory(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                                 const Watch& watch) {
  return api::in_option_words(learned_in_memory(rows, labels, settings, watch), api::Reads::memory);
}

Result<Settings> calibrated(const TrainOptions& options, const CalibrationOptions& how) {
  if (how.kind != Calibrator::none) return api::settings_of(options, how);
  return Error{Code::usage, "CalibrationOptions", "kind is none; choose automatic, platt, isotonic or temperature"};
}

Result<Training> streamed_from(const std::string& path, const Settings& settings, const api::Watching& watching) {
  auto streamed = train_on_stream(path, settings, watching.of_run());
  if (!streamed) return streamed.error();
  Streamed& s = streamed.value();
  const std::string source = s.request.source;
  return api::training_of(api::without_numbers(std::move(s.data)), std::move(s.request), {std::move(s.trained), {}},
                          source);
}

Result<Training> learn_from_file(const std::string& path, const Options& options, const Watch& watch) {
  const auto settings = api::settings_of(options, api::Reads::file);
  if (!settings) return settings.error();
  for (const char* name : {"groups", "order-by"}) {
    if (settings.value().has(name) && !settings.value().has("calibrate"))
      return Error{Code::usage, "--" + std::string(name), "is for the folds of --calibrate; leave it out"};
  }
  const auto running = api::running_of(settings.value());
  if (!running) return running.error();
  if (settings.value().has("final-pass") && !settings.value().has("stream"))
    return Error{Code::usage, "--final-pass", "is for --stream; leave it out"};
  const api::Watching watching(watch, running.value());
  if (settings.value().has("stream")) return streamed_from(path, settings.value(), watching);
  auto reading = read_options(settings.value());
  if (!reading) return reading.error();
  reading.value().stop = watching.stop();
  auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  return learn_from(std::move(data).value(), settings.value(), path == "-" ? "stdin" : shown(path, 4096),
                    path == "-" ? std::nullopt : std::optional<TextAgain>(path), watching);
}

}  // namespace

Result<Training> train(const DenseRows& rows, const RowLabels& labels, const TrainOptions& options,
                       const Watch& watch) {
  return learn_in_memory(rows, labels, api::settings_of(options), watch);
}

Result<Training> train(const CsrRows& rows, const RowLabels& labels, const TrainOptions& options, const Watch& watch) {
  return learn_in_memory(rows, labels, api::settings_of(options), watch);
}

Result<Training> train(const DenseRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return learn_in_memory(rows, labels, api::settings_of(options, api::Reads::memory), watch);
}

Result<Training> train(const CsrRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return learn_in_memory(rows, labels, api::settings_of(options, api::Reads::memory), watch);
}

Result<Training> calibrate(const DenseRows& rows, const RowLabels& labels, const TrainOptions& options,
                           const CalibrationOptions& how, const Watch& watch) {
  return learn_in_memory(rows, labels, calibrated(options, how), watch);
}

Result<Training> calibrate(const CsrRows& rows, const RowLabels& labels, const TrainOptions& options,
                           const CalibrationOptions& how, const Watch& watch) {
  return learn_in_memory(rows, labels, calibrated(options, how), watch);
}

Result<Training> train_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_option_words(learn_from_file(path, options, watch));
}

Result<PerceptronOptions> warm_start(PerceptronOptions options, const Classifier& from) {
  const Model& m = *from.model();
  if (m.outputs() != 1 || !m.linear() || m.voted() || !m.map.plain())
    return Error{Code::usage, "warm_start",
                 "the classifier is not linear in its columns with two classes; a start has one weight a column"};
  const auto preset = find_preset(options.preset);
  if (!preset) return api::in_option_words(preset.error());
  options.start = Start::given;
  options.start_weights.assign(from.weights().begin(), from.weights().end());
  if (options.bias.value_or(preset.value().bias) != Bias::none) options.start_weights.push_back(from.bias()[0]);
  return options;
}

}  // namespace halfspace
