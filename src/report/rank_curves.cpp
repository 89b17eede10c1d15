#include "report/rank_curves.hpp"

#include <vector>

#include "base/text.hpp"
#include "plot/calibration_plot.hpp"
#include "plot/model_plot.hpp"
#include "report/counts_report.hpp"
#include "select/metrics.hpp"

namespace halfspace {
namespace {

double share_among(double part, double rest) { return part / (part + rest); }

/// +1 against -1.
std::string against_text(const Model& m) {
  return shown(m.classes[1]) + " (+1) against " + shown(m.classes[0]) + " (-1)";
}

plot::RankCurve curve_of(const RankedRows& rows, const std::string& what) {
  plot::RankCurve curve;
  curve.title = what + ": " + against_text(rows.model) + ", by " + plot::learner_text(rows.model);
  curve.rule = shown(rows.rule, 60);
  curve.note = counts_text(rows.counts);
  return curve;
}

}  // namespace

bool both_classes(const Counts& c) { return c.at(1, 0) + c.at(1, 1) > 0 && c.at(0, 0) + c.at(0, 1) > 0; }

double positive_share(const Counts& c) {
  return share_among(c.weight_at(1, 0) + c.weight_at(1, 1), c.weight_at(0, 0) + c.weight_at(0, 1));
}

plot::RankCurve roc_curve(const RankedRows& rows) {
  const Counts& c = rows.counts;
  plot::RankCurve curve = curve_of(rows, "ROC");
  for (const RankStep& s : rank_steps(rows.score, rows.truth, rows.weight))
    curve.points.push_back({s.false_positive_rate, s.recall});
  curve.area = roc_auc(rows.score, rows.truth, rows.weight).value_or(0);
  curve.chosen =
      plot::Point{share_among(c.weight_at(0, 1), c.weight_at(0, 0)), share_among(c.weight_at(1, 1), c.weight_at(1, 0))};
  return curve;
}

plot::RankCurve precision_recall_curve(const RankedRows& rows) {
  const Counts& c = rows.counts;
  plot::RankCurve curve = curve_of(rows, "Precision and recall");
  for (const RankStep& s : rank_steps(rows.score, rows.truth, rows.weight))
    curve.points.push_back({s.recall, s.precision});
  curve.area = average_precision(rows.score, rows.truth, rows.weight).value_or(0);
  if (c.weight_at(1, 1) + c.weight_at(0, 1) > 0)
    curve.chosen = plot::Point{share_among(c.weight_at(1, 1), c.weight_at(1, 0)),
                               share_among(c.weight_at(1, 1), c.weight_at(0, 1))};
  return curve;
}

plot::Figure calibration_figure(const Model& model, const Measures& m, const Counts& counts) {
  std::vector<plot::ProbabilityBin> bins;
  for (std::size_t k = 0; k < m.bins->size(); ++k) {
    const CalibrationBin& b = (*m.bins)[k];
    const auto low = static_cast<double>(k);
    bins.push_back({low / 10, (low + 1) / 10, b.rows, b.mean_probability, b.share()});
  }
  const bool weighted = counts.weight > 0;
  const std::string note = counted(counts.rows, "row") + (weighted ? " with weights" : "") + "; log loss " +
                           short_number(*m.log_loss) + ", Brier score " + short_number(*m.brier);
  const std::string title = "Calibration: P(" + shown(model.positive()) + ") by " + plot::learner_text(model);
  return plot::calibration_plot(title, note, bins, weighted);
}

}  // namespace halfspace
