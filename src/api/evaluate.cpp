#include "halfspace/evaluate.hpp"

#include <functional>
#include <memory>
#include <utility>

#include "api/evaluation.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "api/rows.hpp"
#include "api/setting_text.hpp"
#include "api/training.hpp"
#include "base/simd_choice.hpp"
#include "base/text.hpp"
#include "export/import.hpp"
#include "format/read.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"
#include "verbs/evaluation.hpp"

namespace halfspace {
namespace {

using ModelPointer = std::shared_ptr<const Model>;

/// The rows with labels and weights; those of weight 0 are left out.
Result<Dataset> labelled(Dataset data, const RowLabels& labels, std::span<const double> weights) {
  Dataset given;
  api::LabelledRows kept(given, labels, weights);
  std::vector<std::uint64_t> rows;
  rows.reserve(data.rows);
  for (std::uint64_t i = 0; i < data.rows; ++i) {
    const auto keep = kept.keep(i, false);
    if (!keep) return keep.error();
    if (keep.value()) rows.push_back(i);
  }
  if (data.rows > 0) {
    if (const auto fine = kept.finish(); !fine) return fine.error();
  }
  if (rows.size() < data.rows) data = take_rows(data, rows);
  data.label = std::move(given.label);
  data.classes = std::move(given.classes);
  data.numeric_labels = given.numeric_labels;
  data.weight = std::move(given.weight);
  data.lines = given.lines;
  return data;
}

template <class RowsInMemory>
Result<Dataset> rows_to_evaluate(const Model& model, const RowsInMemory& rows, const RowLabels& labels,
                                 std::uint64_t max_bytes) {
  if (const auto fine = api::check_labels(labels, rows.rows); !fine) return fine.error();
  if (const auto fine = api::check_weights(rows.weights, rows.rows); !fine) return fine.error();
  auto scored = api::rows_to_score(rows, model, max_bytes, api::ScoredFor::proofs);
  if (!scored) return scored.error();
  return labelled(std::move(scored).value(), labels, rows.weights);
}

/// Rows as a model reads and scores them.
using RowsOf = std::function<Result<LabelledScores>(const Model&, unsigned threads)>;

/// Where the rows come from.
struct RowSource {
  RowsOf rows;
  TextAgain text;  // of their digits
  std::string name;
};

Settings settings_of(const EvaluateOptions& o) {
  Settings out;
  if (o.threads != 0) out.values["threads"] = std::to_string(o.threads);
  if (o.simd != Simd::automatic) out.values["simd"] = name_of(o.simd);
  if (o.max_memory_mib != 0) out.values["max-memory"] = std::to_string(o.max_memory_mib);
  api::add_given(out, "threshold", o.threshold);
  api::add_given(out, "lift", o.lift);
  api::add_count(out, "bootstrap", o.bootstrap, 0);
  api::add_count(out, "seed", o.seed, 0);
  api::add_text(out, "costs", o.costs);
  return out;
}

/// The option `against`: a model file.
Result<ModelPointer> second_model(const Settings& settings) {
  if (!settings.has("against")) return ModelPointer();
  auto second = import_model(settings.get("against"));
  if (!second) return second.error();
  return ModelPointer(std::make_shared<const Model>(std::move(second).value()));
}

Result<Evaluation> evaluated(const ModelPointer& model, const Settings& settings, const Result<ModelPointer>& second,
                             const RowSource& from) {
  if (!second) return second.error();
  const auto threads = thread_count(settings);
  const auto memory = memory_limit(settings);
  const auto simd = simd_of(settings);
  if (!threads) return threads.error();
  if (!memory) return memory.error();
  if (!simd) return simd.error();
  const SimdScope scope(simd.value());
  const auto request = evaluation_request(settings, *model);
  if (!request) return request.error();
  auto rows = from.rows(*model, threads.value());
  if (!rows) return rows.error();
  DecideOptions decide;
  decide.threads = threads.value();
  auto found = evaluate_rows(*model, rows.value(), request.value(), from.text, memory.value(), decide);
  if (!found) return found.error();
  std::optional<LabelledScores> again;
  std::optional<SecondModel> other;
  if (second.value()) {
    auto read = from.rows(*second.value(), threads.value());
    if (!read) return read.error();
    again = std::move(read).value();
    other.emplace(SecondModel{*second.value(), settings.get("against", "classifier"), *again});
  }
  const auto more =
      evaluate_more(*model, rows.value(), request.value(), other ? &*other : nullptr, threads.value(), found.value());
  if (!more) return more.error();
  return api::evaluation_of(model, api::without_numbers(std::move(rows.value().data)), std::move(found).value(),
                            from.name);
}

template <class RowsInMemory>
Result<Evaluation> evaluated_in_memory(const ModelPointer& model, const RowsInMemory& rows, const RowLabels& labels,
                                       const Result<Settings>& settings, const Result<ModelPointer>& second) {
  if (!settings) return settings.error();
  const auto memory = memory_limit(settings.value());
  if (!memory) return memory.error();
  RowSource from;
  from.name = api::memory_name;
  from.text.name = api::memory_name;
  from.rows = [&](const Model& m, unsigned threads) -> Result<LabelledScores> {
    auto data = rows_to_evaluate(m, rows, labels, memory.value());
    if (!data) return data.error();
    return labelled_scores(m, std::move(data).value(), api::memory_name, threads);
  };
  return evaluated(model, settings.value(), second, from);
}

template <class RowsInMemory>
Result<Evaluation> evaluated_typed(const Classifier& classifier, const RowsInMemory& rows, const RowLabels& labels,
                                   const EvaluateOptions& options) {
  const ModelPointer second = options.against ? options.against->model() : ModelPointer();
  return api::in_option_words(evaluated_in_memory(classifier.model(), rows, labels, settings_of(options), second),
                              api::Reads::memory);
}

template <class RowsInMemory>
Result<Evaluation> evaluated_by_name(const Classifier& classifier, const RowsInMemory& rows, const RowLabels& labels,
                                     const Options& options) {
  const auto settings = api::scoring_settings(options, api::Reads::memory, api::Task::evaluate);
  if (!settings) return api::in_option_words(settings.error(), api::Reads::memory);
  return api::in_option_words(
      evaluated_in_memory(classifier.model(), rows, labels, settings, second_model(settings.value())),
      api::Reads::memory);
}

Result<Evaluation> evaluated_from_file(const ModelPointer& model, const std::string& path, const Options& options) {
  const auto settings = api::scoring_settings(options, api::Reads::file, api::Task::evaluate);
  if (!settings) return settings.error();
  if (settings.value().has("against") && path == "-")
    return Error{Code::usage, "--against", "reads the rows twice, and standard input can be read once; give a file"};
  RowSource from;
  from.name = path == "-" ? "stdin" : path;
  from.text = TextAgain(path);
  from.rows = [&](const Model& m, unsigned threads) -> Result<LabelledScores> {
    const auto reading = read_options_for(m, settings.value(), true);
    if (!reading) return reading.error();
    auto data = read_dataset(path, reading.value());
    if (!data) return data.error();
    return labelled_scores(m, std::move(data).value(), shown(from.name, 4096), threads);
  };
  return evaluated(model, settings.value(), second_model(settings.value()), from);
}

}  // namespace

Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels,
                            const EvaluateOptions& options) {
  return evaluated_typed(classifier, rows, labels, options);
}
Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels,
                            const EvaluateOptions& options) {
  return evaluated_typed(classifier, rows, labels, options);
}
Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels,
                            const Options& options) {
  return evaluated_by_name(classifier, rows, labels, options);
}
Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels,
                            const Options& options) {
  return evaluated_by_name(classifier, rows, labels, options);
}

Result<Evaluation> evaluate_file(const Classifier& classifier, const std::string& path, const Options& options) {
  return api::in_option_words(evaluated_from_file(classifier.model(), path, options));
}

}  // namespace halfspace
