#include "halfspace/evaluate.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/report.hpp"
#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "base/simd_choice.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "model/threshold.hpp"
#include "report/evaluate_report.hpp"
#include "report/explain_report.hpp"
#include "report/model_text.hpp"
#include "separate/evaluated.hpp"

namespace halfspace {
namespace {

using ModelPointer = std::shared_ptr<const Model>;

/// What the report of an evaluation needs.
struct KeptEvaluation {
  ModelPointer model;
  std::shared_ptr<const Dataset> data;
  Counts counts;
  Measures measures;
  std::optional<Unavoidable> unavoidable;
  std::optional<double> threshold;

  EvaluationReport report() const {
    return {*model,
            counts,
            measures,
            unavoidable,
            *data,
            api::memory_name,
            rule_text(*model, threshold),
            threshold.value_or(0.5),
            threshold.has_value()};
  }
};

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

Evaluation evaluation_of(const std::shared_ptr<const KeptEvaluation>& kept) {
  const Counts& c = kept->counts;
  const Measures& measures = kept->measures;
  Evaluation out{static_cast<std::int64_t>(c.rows),
                 static_cast<std::int64_t>(c.mistakes),
                 1 - c.error(),
                 {},
                 measures.auc,
                 measures.precision,
                 measures.log_loss,
                 measures.brier,
                 Report(std::make_shared<const Report::Writer>(
                     Report::Writer{[kept] { return json_text(evaluate_json(kept->report())); },
                                    [kept] { return evaluate_text(kept->report()); }}))};
  out.confusion.reserve(c.classes * c.classes);
  for (std::size_t t = 0; t < c.classes; ++t) {
    for (std::size_t p = 0; p < c.classes; ++p) out.confusion.push_back(static_cast<std::int64_t>(c.at(t, p)));
  }
  return out;
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

template <class RowsInMemory>
Result<Evaluation> evaluated(const ModelPointer& model, const RowsInMemory& rows, const RowLabels& labels,
                             const PredictOptions& options) {
  const auto limits = api::limits_of(options.threads, options.max_memory_mib);
  if (!limits) return limits.error();
  const SimdScope simd(options.simd);
  const unsigned threads = limits.value().threads;
  if (options.threshold) {
    if (const auto fine = check_threshold(*model, *options.threshold); !fine) return fine.error();
  }
  auto made = rows_to_evaluate(*model, rows, labels, limits.value().max_bytes);
  if (!made) return made.error();
  Dataset& data = made.value();
  const auto truth = known_classes(*model, data, api::memory_name);
  if (!truth) return truth.error();
  const auto score = finite_scores(*model, data, api::memory_name, threads);
  if (!score) return score.error();
  const std::vector<double> of_pairs =
      from_pairs(*model) ? vector_scores(*model, data, threads) : std::vector<double>{};
  TextAgain text;
  text.name = api::memory_name;
  DecideOptions decide;
  decide.threads = threads;
  auto least = unavoidable_for(*model, data, truth.value(), text, limits.value().max_bytes, decide);
  if (!least) return least.error();
  Counts counts = counts_at(*model, score.value(), truth.value(), data.weight, options.threshold);
  const Measures measures = measure(*model, score.value(), truth.value(), data.weight, of_pairs);
  return evaluation_of(std::make_shared<const KeptEvaluation>(
      KeptEvaluation{model, api::without_numbers(std::move(data)), std::move(counts), measures,
                     std::move(least).value(), options.threshold}));
}

/// What the report of an explanation needs.
struct KeptExplanation {
  ModelPointer model;
  std::shared_ptr<const Dataset> data;
  std::uint64_t row;
  std::vector<double> score;
  std::vector<ScoreParts> parts;
  ColumnParts columns;

  ExplanationReport report(bool all) const {
    return {*model, *data, row, row, score, parts, 10, all, columns, columns_by_default(*model), {}};
  }
};

template <class RowsInMemory>
Result<Explanation> explained(const ModelPointer& model, const RowsInMemory& rows, std::int64_t row,
                              std::int64_t max_memory_mib) {
  const auto limits = api::limits_of(0, max_memory_mib);
  if (!limits) return limits.error();
  if (model->voted())
    return Error{Code::usage, "classifier",
                 "a voted model has no single score to take apart; train with keep average or last"};
  if (const auto fine = api::check_shape(rows); !fine) return fine.error();
  if (row < 0 || row >= rows.rows)
    return Error{Code::usage, "row", std::to_string(row) + " is outside 0.." + std::to_string(rows.rows - 1)};
  auto scored = api::rows_to_score(rows, *model, limits.value().max_bytes);
  if (!scored) return scored.error();
  const auto at = static_cast<std::uint64_t>(row);
  Dataset& data = scored.value();
  if (const auto known = check_levels(model->map, data, api::memory_name); !known) return known.error();
  auto score = finite_scores(*model, take_rows(data, {at}), api::memory_name, 1, at);
  if (!score) return score.error();
  auto parts = score_parts(*model, data, at);
  auto columns = column_parts(*model, data, at);
  const auto whole = std::make_shared<const KeptExplanation>(
      KeptExplanation{model, api::without_numbers(std::move(data)), at, std::move(score).value(), std::move(parts),
                      std::move(columns)});
  const ExplanationReport report = whole->report(true);
  Explanation out{whole->score,
                  report.predicted(),
                  {},
                  {},
                  Report(std::make_shared<const Report::Writer>(
                      Report::Writer{[whole] { return json_text(explain_json(whole->report(true))); },
                                     [whole] { return explain_text(whole->report(false), api::memory_name); }}))};
  for (const ScoreParts& v : whole->parts) {
    std::vector<ScorePart>& list = out.parts.emplace_back();
    list.reserve(v.parts.size());
    for (const Contribution& c : v.parts) list.push_back({report.part_name(c), c.value, c.weight, c.amount});
    out.bias.push_back(v.bias);
  }
  return out;
}

}  // namespace

Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels,
                            const PredictOptions& options) {
  return api::in_option_words(evaluated(classifier.model(), rows, labels, options), api::Reads::memory);
}

Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels,
                            const PredictOptions& options) {
  return api::in_option_words(evaluated(classifier.model(), rows, labels, options), api::Reads::memory);
}

Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row,
                            std::int64_t max_memory_mib) {
  return api::in_option_words(explained(classifier.model(), rows, row, max_memory_mib), api::Reads::memory);
}

Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row,
                            std::int64_t max_memory_mib) {
  return api::in_option_words(explained(classifier.model(), rows, row, max_memory_mib), api::Reads::memory);
}

}  // namespace halfspace
