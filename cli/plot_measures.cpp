// --kind roc, pr, calibration, confusion: what evaluate tells in numbers.
#include "base/text.hpp"
#include "model/probability.hpp"
#include "plot/calibration_plot.hpp"
#include "plot/confusion_plot.hpp"
#include "plot/model_plot.hpp"
#include "plot/rank_plot.hpp"
#include "plot_kinds.hpp"
#include "plot_rows.hpp"
#include "report/counts_report.hpp"
#include "report/evaluate_report.hpp"
#include "report/measures.hpp"
#include "report/plot_report.hpp"
#include "select/metrics.hpp"
#include "session.hpp"
#include "threshold.hpp"

namespace halfspace::cli {
namespace {

constexpr std::size_t most_classes = 40;  // more cells hold no text

/// The rows with what the model and its rule make of them.
struct Judged {
  ScoredRows rows;
  double threshold = 0.5;
  Counts counts;
};

Result<Judged> judged(const Args& args, const Model& model) {
  const auto from = threshold(args, model);
  if (!from) return from.error();
  const auto data = labelled_rows(args, model);
  if (!data) return data.error();
  auto scored = scored_rows(args, model, data.value());
  if (!scored) return scored.error();
  if (scored.value().truth.empty()) return Error{Code::bad_data, data_name(args), "there are no rows"};
  Judged out{std::move(scored).value(), from.value(), {}};
  out.counts = counts_at(args, model, out.rows.score, out.rows.truth, out.rows.weight, out.threshold);
  return out;
}

Error needs_two_classes(const Args& args, const Model& model) {
  return {Code::usage, "--kind",
          in_quotes(args.get("kind")) + " is for two classes; the model has " + std::to_string(model.classes.size())};
}

/// +1 against -1.
std::string against(const Model& m) { return shown(m.classes[1]) + " (+1) against " + shown(m.classes[0]) + " (-1)"; }

Result<plot::RankCurve> rank_curve(const Args& args, const Model& model, const Judged& j, const std::string& what) {
  const Counts& c = j.counts;
  if (c.at(1, 0) + c.at(1, 1) == 0 || c.at(0, 0) + c.at(0, 1) == 0)
    return Error{Code::bad_data, data_name(args), "has rows of one class only; a ranking is of two"};
  plot::RankCurve curve;
  curve.title = what + ": " + against(model) + ", by " + plot::learner_text(model);
  curve.rule = shown(rule_text(args, model, j.threshold), 60);
  curve.note = counts_text(c);
  return curve;
}

double share_of(std::uint64_t part, std::uint64_t rest) {
  return static_cast<double>(part) / static_cast<double>(part + rest);
}

}  // namespace

Result<Picture> roc_picture(const Args& args, const Model& model) {
  if (model.outputs() != 1) return needs_two_classes(args, model);
  const auto j = judged(args, model);
  if (!j) return j.error();
  const auto& [rows, from, c] = j.value();
  auto made = rank_curve(args, model, j.value(), "ROC");
  if (!made) return made.error();
  plot::RankCurve& curve = made.value();
  for (const RankStep& s : rank_steps(rows.score, rows.truth, rows.weight))
    curve.points.push_back({s.false_positive_rate, s.recall});
  curve.area = roc_auc(rows.score, rows.truth, rows.weight).value_or(0);
  curve.chosen = plot::Point{share_of(c.at(0, 1), c.at(0, 0)), share_of(c.at(1, 1), c.at(1, 0))};
  Json facts = judged_json(model, c, rule_text(args, model, from));
  facts.update(rank_json("roc_auc", curve));
  return Picture{plot::roc_plot(curve), std::move(facts)};
}

Result<Picture> precision_recall_picture(const Args& args, const Model& model) {
  if (model.outputs() != 1) return needs_two_classes(args, model);
  const auto j = judged(args, model);
  if (!j) return j.error();
  const auto& [rows, from, c] = j.value();
  auto made = rank_curve(args, model, j.value(), "Precision and recall");
  if (!made) return made.error();
  plot::RankCurve& curve = made.value();
  for (const RankStep& s : rank_steps(rows.score, rows.truth, rows.weight))
    curve.points.push_back({s.recall, s.precision});
  curve.area = average_precision(rows.score, rows.truth, rows.weight).value_or(0);
  if (c.at(1, 1) + c.at(0, 1) > 0)
    curve.chosen = plot::Point{share_of(c.at(1, 1), c.at(1, 0)), share_of(c.at(1, 1), c.at(0, 1))};
  const double share = share_of(c.at(1, 0) + c.at(1, 1), c.at(0, 0) + c.at(0, 1));
  Json facts = judged_json(model, c, rule_text(args, model, from));
  facts.update(rank_json("pr_auc", curve));
  return Picture{plot::precision_recall_plot(curve, share), std::move(facts)};
}

Result<Picture> calibration_picture(const Args& args, const Model& model) {
  if (!has_probabilities(model)) return Error{Code::usage, "--kind calibration", no_probabilities_text(model)};
  if (model.outputs() != 1) return needs_two_classes(args, model);
  const auto j = judged(args, model);
  if (!j) return j.error();
  const Measures m = measure(model, j.value().rows.score, j.value().rows.truth, j.value().rows.weight);
  std::vector<plot::ProbabilityBin> bins;
  for (std::size_t k = 0; k < m.bins->size(); ++k) {
    const CalibrationBin& b = (*m.bins)[k];
    const auto low = static_cast<double>(k);
    bins.push_back({low / 10, (low + 1) / 10, b.rows, b.mean_probability, b.share()});
  }
  Json facts = judged_json(model, j.value().counts, rule_text(args, model, j.value().threshold));
  add_measures(facts, m);
  const std::string note = counted(j.value().counts.rows, "row") + "; log loss " + short_number(*m.log_loss) +
                           ", Brier score " + short_number(*m.brier);
  const std::string title = "Calibration: P(" + shown(model.positive()) + ") by " + plot::learner_text(model);
  return Picture{plot::calibration_plot(title, note, bins), std::move(facts)};
}

Result<Picture> confusion_picture(const Args& args, const Model& model) {
  if (model.classes.size() > most_classes)
    return Error{Code::usage, "--kind",
                 "'confusion' draws at most " + std::to_string(most_classes) + " classes; the model has " +
                     std::to_string(model.classes.size()) + " (evaluate --json has the counts)"};
  const auto j = judged(args, model);
  if (!j) return j.error();
  const Counts& c = j.value().counts;
  std::string note = counts_text(c);
  if (args.has("threshold")) note += "; " + shown(rule_text(args, model, j.value().threshold), 60);
  Json facts = judged_json(model, j.value().counts, rule_text(args, model, j.value().threshold));
  std::vector<std::uint64_t> cells;  // true class by true class
  cells.reserve(c.classes * c.classes);
  for (std::size_t t = 0; t < c.classes; ++t) {
    for (std::size_t p = 0; p < c.classes; ++p) cells.push_back(c.at(t, p));
  }
  facts["confusion"] = confusion_rows_json(c);
  const std::string title = "True and predicted classes, by " + plot::learner_text(model);
  return Picture{plot::confusion_plot(title, note, model.classes, cells), std::move(facts)};
}

}  // namespace halfspace::cli
