#include <algorithm>
#include <utility>

#include "api/options.hpp"
#include "api/rows.hpp"
#include "format/read.hpp"
#include "halfspace/classifier.hpp"
#include "model/probability.hpp"
#include "model/scorer.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"

namespace halfspace {
namespace {

Predictions predictions(const Model& model, const Dataset& data, unsigned threads) {
  Predictions out;
  out.rows = static_cast<std::int64_t>(data.rows);
  out.outputs = static_cast<std::int64_t>(model.outputs());
  out.scores = scores(model, data, threads);
  out.classes.reserve(data.rows);
  for (std::size_t i = 0; i < data.rows; ++i)
    out.classes.push_back(
        predicted_class(std::span(out.scores).subspan(i * model.outputs(), model.outputs()), model.zero_is_negative));
  if (has_probabilities(model))
    out.probabilities = probabilities(model, from_pairs(model) ? vector_scores(model, data, threads) : out.scores);
  out.missing_rows = static_cast<std::int64_t>(data.missing_rows);
  out.unseen_values = static_cast<std::int64_t>(data.unseen_entries);
  return out;
}

template <class RowsInMemory>
Result<Predictions> predict_rows(const Model& model, const RowsInMemory& rows, int threads) {
  Settings settings;
  if (threads != 0) settings.values["threads"] = std::to_string(threads);
  const auto count = thread_count(settings);
  if (!count) return count.error();
  const auto data = api::rows_to_score(rows, model);
  if (!data) return data.error();
  return predictions(model, data.value(), count.value());
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
  return predictions(*model_, data.value(), threads.value());
}

}  // namespace halfspace
