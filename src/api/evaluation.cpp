#include "api/evaluation.hpp"

#include <utility>

#include "api/among.hpp"
#include "report/evaluate_report.hpp"
#include "select/label_metrics.hpp"

namespace halfspace::api {
namespace {

/// What the report of an evaluation needs.
struct KeptEvaluation {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Dataset> data;
  RowsEvaluated found;
  std::string source;

  EvaluationReport report() const { return found.report(*model, *data, source); }
};

std::int64_t row_count(std::uint64_t n) { return static_cast<std::int64_t>(n); }

std::optional<Interval> interval_of(const std::optional<ShareInterval>& v) {
  return v ? std::optional<Interval>({v->from, v->to}) : std::nullopt;
}

Averages averages_of(const MeanMetrics& m) { return {m.precision, m.recall, m.f1}; }

void add_label_metrics(Evaluation& out, const Model& model, const Counts& c) {
  if (!c.counted()) return;
  const LabelMetrics m = label_metrics(c);
  if (c.weight == 0) out.accuracy_interval = interval_of(wilson_interval(c.rows - c.wrong(), c.rows));
  out.balanced_accuracy = m.balanced_accuracy;
  out.mcc = m.mcc;
  out.macro = averages_of(m.macro);
  out.weighted = averages_of(m.weighted);
  out.micro = averages_of(m.micro);
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    const ClassMetrics& of = m.classes[k];
    out.per_class.push_back({model.classes[k], of.precision, of.recall, of.specificity, of.f1, of.support});
  }
}

void add_of_scores(Evaluation& out, const Measures& m) {
  out.roc_auc = m.auc ? m.auc : m.mean_auc;
  out.pr_auc = m.precision;
  out.lift = m.lift;
  out.log_loss = m.log_loss;
  out.brier = m.brier;
  out.ece = m.ece;
  if (!m.bins) return;
  for (const CalibrationBin& bin : *m.bins)
    out.calibration.push_back({row_count(bin.rows), bin.mean_probability, bin.share()});
}

Resampling resampling_of(const Bootstrap& b) {
  Resampling out{row_count(b.samples), row_count(b.lacking), {}};
  for (std::size_t k = 0; k < resampled_count; ++k) {
    const auto found = interval_of(b.intervals[k]);
    if (found && static_cast<Resampled>(k) != Resampled::difference)
      out.intervals.emplace_back(std::string(Names<Resampled>::list[k]), *found);
  }
  return out;
}

Comparison comparison_of(const Against& a, const std::optional<Bootstrap>& b) {
  return {a.accuracy,
          a.difference,
          b ? interval_of(b->of(Resampled::difference)) : std::nullopt,
          row_count(a.test.only_first),
          row_count(a.test.only_second),
          a.test.p_value};
}

CostEvaluation cost_of(const CostReport& c) {
  CostEvaluation out;
  out.total = c.total;
  out.mean = c.mean;
  if (c.score) out.best_threshold = c.score->threshold;
  if (c.score) out.best_cost = c.score->cost;
  if (c.probability) out.best_probability = c.probability->threshold;
  if (c.probability) out.best_probability_cost = c.probability->cost;
  return out;
}

}  // namespace

Evaluation evaluation_of(std::shared_ptr<const Model> model, std::shared_ptr<const Dataset> data, RowsEvaluated found,
                         const std::string& source) {
  found.predicted.clear();
  found.pair_score.clear();
  const auto kept = std::make_shared<const KeptEvaluation>(
      KeptEvaluation{std::move(model), std::move(data), std::move(found), source});
  const Counts& c = kept->found.counts;
  const EvaluateMore& more = kept->found.more;
  Evaluation out{.report = report_of([kept] { return json_text(evaluate_json(kept->report())); },
                                     [kept] { return evaluate_text(kept->report()); })};
  out.rows = row_count(c.rows);
  out.mistakes = row_count(c.mistakes);
  out.accuracy = c.accuracy();
  out.missing_rows = row_count(kept->data->missing_rows);
  add_label_metrics(out, *kept->model, c);
  add_of_scores(out, kept->found.measures);
  out.confusion.reserve(c.classes * c.classes);
  for (std::size_t t = 0; t < c.classes; ++t) {
    for (std::size_t p = 0; p < c.classes; ++p) out.confusion.push_back(row_count(c.at(t, p)));
  }
  if (more.bootstrap) out.bootstrap = resampling_of(*more.bootstrap);
  if (more.against) out.against = comparison_of(*more.against, more.bootstrap);
  if (more.cost) out.cost = cost_of(*more.cost);
  return out;
}

}  // namespace halfspace::api
