#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "api/column_scores.hpp"
#include "api/lacking_rows.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "base/simd_choice.hpp"
#include "data/beside_features.hpp"
#include "format/read.hpp"
#include "halfspace/model.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "model/threshold.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"

namespace halfspace {
namespace {

/// Classes by these scores.
Predictions predictions(const Model& model, std::uint64_t rows, std::vector<double> scores,
                        std::optional<double> threshold) {
  Predictions out;
  out.rows = static_cast<std::int64_t>(rows);
  out.outputs = static_cast<std::int64_t>(model.outputs());
  const std::vector<std::uint32_t> classes = predicted_classes(model, scores, threshold);
  out.classes.assign(classes.begin(), classes.end());
  out.scores = std::move(scores);
  return out;
}

/// Pairs have scores where they vote.
Result<void> check_pairs(const Model& model) {
  if (model.pairwise()) return {};
  return Error{Code::usage, "pair_scores",
               "are of one-vs-one classifiers; this one is of " + std::to_string(model.classes.size()) + " classes" +
                   (model.classes.size() > 2 ? ", " + std::string(name_of(model.multiclass)) : "") +
                   "; leave it out, or train with multiclass one-vs-one"};
}

Result<Predictions> predictions(const Model& model, const Dataset& data, const std::string& source, unsigned threads,
                                const PredictOptions& options) {
  auto score = finite_scores(model, data, source, threads);
  if (!score) return score.error();
  Predictions out = predictions(model, data.rows, std::move(score).value(), options.threshold);
  if (options.probabilities && has_probabilities(model))
    out.probabilities = probabilities(model, from_pairs(model) ? vector_scores(model, data, threads) : out.scores);
  out.missing_rows = static_cast<std::int64_t>(data.missing_rows);
  out.unseen_values = static_cast<std::int64_t>(data.unseen_entries);
  return out;
}

std::size_t probabilities_a_row(const Model& model) { return has_probabilities(model) ? model.classes.size() : 0; }

/// Of scores of every vector that are outputs.
Predictions with_probabilities(const Model& model, std::vector<double> scores, const PredictOptions& options) {
  const std::size_t rows = scores.size() / model.outputs();
  Predictions out = predictions(model, rows, std::move(scores), options.threshold);
  if (options.probabilities && has_probabilities(model)) out.probabilities = probabilities(model, out.scores);
  return out;
}

template <class RowsInMemory>
Result<Predictions> predict_rows(const Model& model, const RowsInMemory& rows, const PredictOptions& options,
                                 api::ScoredFor use = api::ScoredFor::predictions) {
  const auto limits = api::limits_of(options.threads, options.max_memory_mib);
  if (!limits) return limits.error();
  if (options.threshold) {
    if (const auto fine = check_threshold(model, *options.threshold); !fine) return fine.error();
  }
  if (options.pair_scores) {
    if (const auto fine = check_pairs(model); !fine) return fine.error();
  }
  const SimdScope simd(options.simd);
  // Where a score is a sum of all numbers of a row, only rows without a finite one are looked at.
  if (use == api::ScoredFor::predictions && api::adds_all_numbers(model)) {
    if constexpr (std::is_same_v<RowsInMemory, DenseRows>) {
      if (auto scores = api::column_scores(model, rows, limits.value().threads))
        return with_probabilities(model, std::move(*scores), options);
    }
    auto found = predict_rows(model, rows, options, api::ScoredFor::checked_sums);
    if (found) return found;
  }
  const auto made = api::rows_to_predict(rows, model, limits.value().max_bytes, options.unseen, use);
  if (!made) return made.error();
  const api::RowsToPredict& all = made.value();
  auto found = predictions(model, all.data, "rows", limits.value().threads, options);
  if (!found) return found.error();
  if (options.pair_scores) {
    found.value().outputs = static_cast<std::int64_t>(model.vectors());
    found.value().scores = vector_scores(model, all.data, limits.value().threads);
  }
  return api::with_lacking(std::move(found).value(), all.lacking,
                           options.probabilities ? probabilities_a_row(model) : 0);
}

Result<Predictions> predict_from_file(const Model& model, const std::string& path, const Options& options) {
  const auto settings = api::scoring_settings(options, api::Reads::file);
  if (!settings) return settings.error();
  const auto how = api::predict_options(options, api::Reads::file);
  if (!how) return how.error();
  const auto threads = thread_count(settings.value());
  if (!threads) return threads.error();
  const SimdScope simd(how.value().simd);
  const std::optional<double> threshold = how.value().threshold;
  if (threshold) {
    if (const auto fine = check_threshold(model, *threshold); !fine) return fine.error();
  }
  auto reading = read_options_for(model, settings.value(), false);
  if (!reading) return reading.error();
  BesideFeatures beside;
  reading.value().beside = &beside;
  reading.value().rows_needed = false;
  const auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  auto found = predictions(model, data.value(), path, threads.value(), how.value());
  if (found) api::blank_lacking(found.value(), beside.lacking, probabilities_a_row(model));
  return found;
}

}  // namespace

Result<Predictions> Classifier::predict(const DenseRows& rows, const PredictOptions& options) const {
  return api::in_option_words(predict_rows(*model_, rows, options), api::Reads::memory);
}

Result<Predictions> Classifier::predict(const CsrRows& rows, const PredictOptions& options) const {
  return api::in_option_words(predict_rows(*model_, rows, options), api::Reads::memory);
}

Result<Predictions> Classifier::predict_file(const std::string& path, const Options& options) const {
  return api::in_option_words(predict_from_file(*model_, path, options));
}

}  // namespace halfspace
