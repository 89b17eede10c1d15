#include <string>
#include <utility>
#include <vector>

#include "api/options.hpp"
#include "api/rows.hpp"
#include "format/read.hpp"
#include "halfspace/model.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"

namespace halfspace {
namespace {

/// Classes by these scores.
Predictions predictions(const Model& model, std::uint64_t rows, std::vector<double> scores) {
  const auto outputs = static_cast<std::size_t>(model.outputs());
  Predictions out;
  out.rows = static_cast<std::int64_t>(rows);
  out.outputs = static_cast<std::int64_t>(outputs);
  out.scores = std::move(scores);
  out.classes.reserve(rows);
  for (std::size_t i = 0; i < rows; ++i)
    out.classes.push_back(predicted_class(std::span(out.scores).subspan(i * outputs, outputs), model.zero_is_negative));
  return out;
}

Result<Predictions> predictions(const Model& model, const Dataset& data, const std::string& source, unsigned threads) {
  auto score = finite_scores(model, data, source, threads);
  if (!score) return score.error();
  Predictions out = predictions(model, data.rows, std::move(score).value());
  if (has_probabilities(model))
    out.probabilities = probabilities(model, from_pairs(model) ? vector_scores(model, data, threads) : out.scores);
  out.missing_rows = static_cast<std::int64_t>(data.missing_rows);
  out.unseen_values = static_cast<std::int64_t>(data.unseen_entries);
  return out;
}

template <class RowsInMemory>
Result<Predictions> predict_rows(const Model& model, const RowsInMemory& rows, int threads) {
  const auto count = api::threads_of(threads);
  if (!count) return count.error();
  const auto data = api::rows_to_score(rows, model);
  if (!data) return data.error();
  return predictions(model, data.value(), "rows", count.value());
}

}  // namespace

Result<Predictions> Classifier::predict(const DenseRows& rows, int threads) const {
  return predict_rows(*model_, rows, threads);
}

Result<Predictions> Classifier::predict(const CsrRows& rows, int threads) const {
  return predict_rows(*model_, rows, threads);
}

Result<Predictions> Classifier::predict_file(const std::string& path, const Options& options) const {
  const auto settings = api::reading_settings(options);
  if (!settings) return settings.error();
  const auto threads = thread_count(settings.value());
  if (!threads) return threads.error();
  const auto reading = read_options_for(*model_, settings.value(), false);
  if (!reading) return reading.error();
  const auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  return predictions(*model_, data.value(), path, threads.value());
}

}  // namespace halfspace
