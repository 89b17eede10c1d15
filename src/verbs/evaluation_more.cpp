// Intervals by resampling, a second model, costs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "model/probability.hpp"
#include "model/scorer.hpp"
#include "model/threshold.hpp"
#include "verbs/evaluation.hpp"

namespace halfspace {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What the probabilities come from.
std::span<const double> source_scores(const Model& model, const LabelledScores& rows, const RowsEvaluated& e) {
  return from_pairs(model) ? std::span<const double>(e.pair_score) : std::span<const double>(rows.score);
}

/// What each row adds to the log loss and to the Brier score.
void add_losses(BootstrapRows& out, const Model& model, const LabelledScores& rows, const RowsEvaluated& e) {
  if (!has_probabilities(model)) return;
  const std::size_t classes = model.classes.size();
  const std::vector<double> log_p = log_probabilities(model, source_scores(model, rows, e));
  const std::vector<double> p = probabilities(model, source_scores(model, rows, e));
  for (std::size_t i = 0; i < rows.truth.size(); ++i) {
    out.log_loss.push_back(-log_p[i * classes + rows.truth[i]]);
    double squares = 0;
    for (std::size_t k = classes == 2 ? 1 : 0; k < classes; ++k) {
      const double miss = p[i * classes + k] - (rows.truth[i] == k ? 1 : 0);
      squares += miss * miss;
    }
    out.brier.push_back(squares);
  }
}

BootstrapRows rows_to_resample(const Model& model, const LabelledScores& rows, const RowsEvaluated& e) {
  BootstrapRows out;
  out.classes = model.classes.size();
  out.truth = rows.truth;
  out.predicted = e.predicted;
  out.weight = rows.data.weight;
  if (model.outputs() == 1) out.score = rows.score;
  add_losses(out, model, rows, e);
  return out;
}

/// The second model by its own rule; and of each row whether it is right.
struct Compared {
  Against report;
  std::vector<double> difference;  // of each row
};

Compared compared(const SecondModel& second, const LabelledScores& first, const RowsEvaluated& e) {
  const std::vector<std::uint32_t> predicted = predicted_classes(second.model, second.rows.score, std::nullopt);
  const Labelling here{first.truth, e.predicted};
  const Labelling there{second.rows.truth, predicted};
  Compared out;
  out.report.name = second.name;
  out.report.test = mcnemar(here, there);
  double all = 0;
  for (std::size_t i = 0; i < first.truth.size(); ++i) {
    const double weight = first.data.weight.empty() ? 1 : first.data.weight[i];
    out.difference.push_back((here.right(i) ? 1 : 0) - (there.right(i) ? 1 : 0));
    all += weight;
    out.report.accuracy += there.right(i) ? weight : 0;
    out.report.difference += weight * out.difference.back();
  }
  out.report.accuracy /= all;
  out.report.difference /= all;
  return out;
}

/// The score from which +1 is predicted: by a threshold the least score of such a row, or of none the next double.
double score_of_today(const LabelledScores& rows, const RowsEvaluated& e) {
  if (!e.threshold) return 0;
  double least = infinity;
  for (std::size_t i = 0; i < rows.score.size(); ++i) {
    if (e.predicted[i] == 1) least = std::min(least, rows.score[i]);
  }
  if (least < infinity) return least;
  return std::nextafter(*std::max_element(rows.score.begin(), rows.score.end()), infinity);
}

CostReport cost_report(const Model& model, const CostTable& costs, const LabelledScores& rows, const RowsEvaluated& e) {
  CostReport out;
  out.total = total_cost(costs, e.counts);
  out.mean = out.total / (e.counts.weight > 0 ? e.counts.weight : static_cast<double>(e.counts.rows));
  if (model.outputs() != 1) return out;
  out.score =
      cheapest_cut(costs, rows.score, rows.truth, rows.data.weight, score_of_today(rows, e), {-infinity, infinity});
  if (!has_probabilities(model)) return out;
  const std::vector<double> p = probabilities(model, source_scores(model, rows, e));
  std::vector<double> positive;
  for (std::size_t at = 1; at < p.size(); at += 2) positive.push_back(p[at]);
  out.probability = cheapest_cut(costs, positive, rows.truth, rows.data.weight, e.threshold.value_or(0.5), {0, 1});
  return out;
}

}  // namespace

Result<void> evaluate_more(const Model& model, const LabelledScores& rows, const EvaluationRequest& request,
                           const SecondModel* second, unsigned threads, RowsEvaluated& evaluated) {
  if (rows.truth.empty()) return {};
  std::vector<double> difference;
  if (second != nullptr) {
    if (auto same = check_same_rows(rows, model, second->rows, second->model); !same) return same;
    Compared found = compared(*second, rows, evaluated);
    evaluated.more.against = std::move(found.report);
    difference = std::move(found.difference);
  }
  if (request.costs) evaluated.more.cost = cost_report(model, *request.costs, rows, evaluated);
  if (request.samples == 0) return {};
  BootstrapRows resampled = rows_to_resample(model, rows, evaluated);
  resampled.difference = std::move(difference);
  evaluated.more.bootstrap = bootstrap(resampled, request.samples, request.seed, threads);
  return {};
}

}  // namespace halfspace
