#include "halfspace/evaluate.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "api/options.hpp"
#include "api/report.hpp"
#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "base/text.hpp"
#include "export/exports.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "report/evaluate_report.hpp"
#include "report/explain_report.hpp"
#include "report/model_text.hpp"
#include "separate/evaluated.hpp"
#include "train/limits.hpp"

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

  EvaluationReport report() const {
    return {*model, counts, measures, unavoidable, *data, api::memory_name, boundary_text(*model), 0.5, false};
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

template <class RowsInMemory>
Result<Evaluation> evaluated(const ModelPointer& model, const RowsInMemory& rows, const RowLabels& labels,
                             int threads) {
  const auto count = api::threads_of(threads);
  if (!count) return count.error();
  if (const auto fine = api::check_labels(labels, rows.rows); !fine) return fine.error();
  if (const auto fine = api::check_weights(rows.weights, rows.rows); !fine) return fine.error();
  auto scored = api::rows_to_score(rows, *model, api::ScoredFor::proofs);
  if (!scored) return scored.error();
  auto made = labelled(std::move(scored).value(), labels, rows.weights);
  if (!made) return made.error();
  Dataset& data = made.value();
  const auto truth = known_classes(*model, data, api::memory_name);
  if (!truth) return truth.error();
  const auto score = finite_scores(*model, data, api::memory_name, count.value());
  if (!score) return score.error();
  const std::vector<double> of_pairs =
      from_pairs(*model) ? vector_scores(*model, data, count.value()) : std::vector<double>{};
  const auto memory = memory_limit({});
  if (!memory) return memory.error();
  TextAgain text;
  text.name = api::memory_name;
  DecideOptions decide;
  decide.threads = count.value();
  auto least = unavoidable_for(*model, data, truth.value(), text, memory.value(), decide);
  if (!least) return least.error();
  Counts counts =
      count_predictions(score.value(), model->outputs(), truth.value(), data.weight, model->zero_is_negative);
  const Measures measures = measure(*model, score.value(), truth.value(), data.weight, of_pairs);
  const auto kept = std::make_shared<const KeptEvaluation>(KeptEvaluation{
      model, api::without_numbers(std::move(data)), std::move(counts), measures, std::move(least).value()});
  const Counts& c = kept->counts;
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

/// What the report of an explanation needs.
struct KeptExplanation {
  ModelPointer model;
  std::shared_ptr<const Dataset> data;
  std::uint64_t row;
  std::vector<double> score;
  std::vector<ScoreParts> parts;

  ExplanationReport report(bool all) const { return {*model, *data, row, score, parts, 10, all}; }
};

template <class RowsInMemory>
Result<Explanation> explained(const ModelPointer& model, const RowsInMemory& rows, std::int64_t row) {
  if (model->voted())
    return Error{Code::usage, "classifier",
                 "a voted model has no single score to take apart; train with keep average or last"};
  if (row < 0 || row >= rows.rows)
    return Error{Code::usage, "row", std::to_string(row) + " is outside 0.." + std::to_string(rows.rows - 1)};
  auto scored = api::rows_to_score(rows, *model);
  if (!scored) return scored.error();
  const auto at = static_cast<std::uint64_t>(row);
  Dataset& data = scored.value();
  if (const auto known = check_levels(model->map, data, api::memory_name); !known) return known.error();
  auto score = finite_scores(*model, take_rows(data, {at}), api::memory_name, 1, at);
  if (!score) return score.error();
  auto parts = score_parts(*model, data, at);
  const auto whole = std::make_shared<const KeptExplanation>(
      KeptExplanation{model, api::without_numbers(std::move(data)), at, std::move(score).value(), std::move(parts)});
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

Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels, int threads) {
  return evaluated(classifier.model(), rows, labels, threads);
}

Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels, int threads) {
  return evaluated(classifier.model(), rows, labels, threads);
}

Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row) {
  return explained(classifier.model(), rows, row);
}

Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row) {
  return explained(classifier.model(), rows, row);
}

std::vector<std::string> export_formats() {
  std::vector<std::string> out;
  out.reserve(exporters().size());
  for (const Exporter& e : exporters()) out.emplace_back(e.name);
  return out;
}

Result<std::string> exported(const Classifier& classifier, const std::string& format,
                             const std::map<std::string, std::int64_t>& labels) {
  for (const Exporter& e : exporters()) {
    if (e.name != format) continue;
    ExportOptions options;
    options.labels = labels;
    auto written = e.write(*classifier.model(), options);
    if (!written) return written.error();
    return std::move(written.value().bytes);
  }
  return Error{Code::usage, "format", in_quotes(format) + " is not one of " + joined(export_formats())};
}

}  // namespace halfspace
