#include "halfspace/train.hpp"

#include <memory>
#include <utility>

#include "api/learning.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/rows.hpp"
#include "api/setting_text.hpp"
#include "api/training.hpp"
#include "api/typed.hpp"
#include "api/watching.hpp"
#include "base/text.hpp"
#include "format/read.hpp"
#include "model/model.hpp"
#include "solver/perceptron/options.hpp"
#include "train/reading.hpp"
#include "train/stream/stream_training.hpp"

namespace halfspace {
namespace {

Result<Settings> begun_at(const Options& options, const TrainStart& start) {
  auto out = api::settings_of(options, api::Reads::memory);
  if (!out) return out;
  Settings& s = out.value();
  if (s.get("start") == "given" && !start.weights.empty()) {
    s.values["start"] = api::numbers_text(start.weights);
  } else if (!start.weights.empty() || !start.multipliers.empty()) {
    s.start = std::make_shared<const ObjectiveStart>(ObjectiveStart{start.weights, start.multipliers});
  }
  s.classes = start.classes;
  return out;
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
  return api::learn_from(std::move(data).value(), settings.value(), path == "-" ? "stdin" : shown(path, 4096),
                         path == "-" ? std::nullopt : std::optional<TextAgain>(path), watching);
}

}  // namespace

Result<Training> train(const DenseRows& rows, const RowLabels& labels, const TrainOptions& options,
                       const Watch& watch) {
  return api::learn_in_memory(rows, labels, api::settings_of(options), watch);
}

Result<Training> train(const CsrRows& rows, const RowLabels& labels, const TrainOptions& options, const Watch& watch) {
  return api::learn_in_memory(rows, labels, api::settings_of(options), watch);
}

Result<Training> train(const DenseRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return api::learn_in_memory(rows, labels, api::settings_of(options, api::Reads::memory), watch);
}

Result<Training> train(const CsrRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return api::learn_in_memory(rows, labels, api::settings_of(options, api::Reads::memory), watch);
}

Result<Training> train(const DenseRows& rows, const RowLabels& labels, const Options& options, const TrainStart& start,
                       const Watch& watch) {
  return api::learn_in_memory(rows, labels, begun_at(options, start), watch);
}

Result<Training> train(const CsrRows& rows, const RowLabels& labels, const Options& options, const TrainStart& start,
                       const Watch& watch) {
  return api::learn_in_memory(rows, labels, begun_at(options, start), watch);
}

Result<Training> calibrate(const DenseRows& rows, const RowLabels& labels, const TrainOptions& options,
                           const CalibrationOptions& how, const Watch& watch) {
  return api::learn_in_memory(rows, labels, calibrated(options, how), watch);
}

Result<Training> calibrate(const CsrRows& rows, const RowLabels& labels, const TrainOptions& options,
                           const CalibrationOptions& how, const Watch& watch) {
  return api::learn_in_memory(rows, labels, calibrated(options, how), watch);
}

Result<Training> train_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_option_words(learn_from_file(path, options, watch));
}

Result<PerceptronOptions> warm_start(PerceptronOptions options, const Classifier& from) {
  const Model& m = *from.model();
  if (!m.linear() || m.voted() || !m.map.plain() || m.multiclass == Multiclass::one_vs_one)
    return Error{Code::usage, "warm_start",
                 "the classifier is not linear in its columns with a vector of weights for each class (or one for two "
                 "classes); a start has one weight a column"};
  const auto preset = find_preset(options.preset);
  if (!preset) return api::in_option_words(preset.error());
  const bool bias = options.bias.value_or(preset.value().bias) != Bias::none;
  const std::size_t d = m.cols();
  options.start = Start::given;
  options.start_weights.clear();
  for (std::size_t k = 0; k < m.outputs(); ++k) {
    const auto w = from.weights().subspan(k * d, d);
    options.start_weights.insert(options.start_weights.end(), w.begin(), w.end());
    if (!bias && from.bias()[k] != 0)
      return Error{Code::usage, "warm_start",
                   "the classifier has a bias, " + number_text(from.bias()[k]) + ", and this run has none (bias none)"};
    if (bias) options.start_weights.push_back(from.bias()[k]);
  }
  return options;
}

}  // namespace halfspace
