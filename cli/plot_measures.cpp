// --kind roc, pr, calibration, confusion: what evaluate tells in numbers.
#include "base/text.hpp"
#include "model/probability.hpp"
#include "plot/confusion_plot.hpp"
#include "plot/model_plot.hpp"
#include "plot/rank_plot.hpp"
#include "plot_kinds.hpp"
#include "plot_rows.hpp"
#include "report/counts_report.hpp"
#include "report/evaluate_report.hpp"
#include "report/measures.hpp"
#include "report/plot_report.hpp"
#include "report/rank_curves.hpp"
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

Result<Judged> ranked(const Args& args, const Model& model) {
  if (model.outputs() != 1) return needs_two_classes(args, model);
  auto j = judged(args, model);
  if (j && !both_classes(j.value().counts))
    return Error{Code::bad_data, data_name(args), "has rows of one class only; a ranking is of two"};
  return j;
}

RankedRows rows_of(const Args& args, const Model& model, const Judged& j) {
  return {model, j.rows.score, j.rows.truth, j.rows.weight, j.counts, rule_text(args, model, j.threshold)};
}

}  // namespace

Result<Picture> roc_picture(const Args& args, const Model& model) {
  const auto j = ranked(args, model);
  if (!j) return j.error();
  const plot::RankCurve curve = roc_curve(rows_of(args, model, j.value()));
  Json facts = judged_json(model, j.value().counts, rule_text(args, model, j.value().threshold));
  facts.update(rank_json("roc_auc", curve));
  return Picture{plot::roc_plot(curve), std::move(facts)};
}

Result<Picture> precision_recall_picture(const Args& args, const Model& model) {
  const auto j = ranked(args, model);
  if (!j) return j.error();
  const plot::RankCurve curve = precision_recall_curve(rows_of(args, model, j.value()));
  Json facts = judged_json(model, j.value().counts, rule_text(args, model, j.value().threshold));
  facts.update(rank_json("pr_auc", curve));
  return Picture{plot::precision_recall_plot(curve, positive_share(j.value().counts)), std::move(facts)};
}

Result<Picture> calibration_picture(const Args& args, const Model& model) {
  if (!has_probabilities(model)) return Error{Code::usage, "--kind calibration", no_probabilities_text(model)};
  if (model.outputs() != 1) return needs_two_classes(args, model);
  const auto j = judged(args, model);
  if (!j) return j.error();
  const Measures m = measure(model, j.value().rows.score, j.value().rows.truth, j.value().rows.weight);
  Json facts = judged_json(model, j.value().counts, rule_text(args, model, j.value().threshold));
  add_measures(facts, m);
  return Picture{calibration_figure(model, m, j.value().counts), std::move(facts)};
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
