#include "report/evaluate_more.hpp"

#include <utility>

#include "base/text.hpp"

namespace halfspace {
namespace {

Json interval_json(const std::optional<ShareInterval>& v) { return v ? Json::array({v->from, v->to}) : Json(nullptr); }

Json bootstrap_json(const Bootstrap& b) {
  Json intervals = Json::object();
  for (std::size_t k = 0; k < resampled_count; ++k) {
    if (static_cast<Resampled>(k) == Resampled::difference) continue;
    intervals[std::string(Names<Resampled>::list[k])] = interval_json(b.intervals[k]);
  }
  return {{"samples", b.samples},
          {"seed", b.seed},
          {"level", 0.95},
          {"lacking_a_class", b.lacking},
          {"intervals", std::move(intervals)}};
}

std::string interval_text(const ShareInterval& v) { return short_number(v.from, 4) + " to " + short_number(v.to, 4); }

void add_intervals(Lines& lines, const Bootstrap& b) {
  static constexpr std::array<std::pair<Resampled, const char*>, 8> names = {
      {{Resampled::accuracy, "accuracy"},
       {Resampled::balanced_accuracy, "balanced accuracy"},
       {Resampled::mcc, "MCC"},
       {Resampled::f1, "mean F1"},
       {Resampled::log_loss, "log loss"},
       {Resampled::brier, "Brier score"},
       {Resampled::roc_auc, "ROC AUC"},
       {Resampled::pr_auc, "PR AUC"}}};
  lines.add("resampled", "95 % of " + counted(b.samples, "resample") + " of the rows (bootstrap, percentiles; seed " +
                             std::to_string(b.seed) + "):");
  for (const auto& [measure, name] : names) {
    if (const auto& found = b.of(measure)) lines.add("", std::string(name) + " " + interval_text(*found));
  }
  if (b.lacking > 0)
    lines.add("", counted(b.lacking, "resample") + " lacked a class: of them accuracy" +
                      (b.of(Resampled::log_loss) ? ", log loss and Brier score" : "") + " alone");
}

Json against_json(const Against& a, const std::optional<Bootstrap>& b) {
  return {{"accuracy", a.accuracy},
          {"only_first_right", a.test.only_first},
          {"only_second_right", a.test.only_second},
          {"p_value", a.test.p_value},
          {"test", a.test.exact ? "exact" : "chi-square"},
          {"difference", a.difference},
          {"difference_interval", b ? interval_json(b->of(Resampled::difference)) : Json(nullptr)}};
}

void add_against(Lines& lines, const Against& a, const std::optional<Bootstrap>& b) {
  lines.add("against", shown(a.name, 200) + ": accuracy " + percent(a.accuracy) + "; " +
                           counted(a.test.only_first, "row") + " right here alone, " + grouped(a.test.only_second) +
                           " there alone: p = " + short_number(a.test.p_value, 3) + " (McNemar's test, " +
                           (a.test.exact ? "exact)" : "chi-square)"));
  std::string text = "difference of the accuracies " + short_number(a.difference, 4);
  if (b && b->of(Resampled::difference))
    text += " (" + interval_text(*b->of(Resampled::difference)) + " by resampling)";
  lines.add("", text);
}

Json cost_json(const CostReport& c) {
  const auto threshold = [](const std::optional<CostCut>& cut) {
    return cut ? number_json(cut->threshold) : Json(nullptr);
  };
  const auto least = [](const std::optional<CostCut>& cut) { return cut ? number_json(cut->cost) : Json(nullptr); };
  return {{"total", number_json(c.total)},
          {"mean", number_json(c.mean)},
          {"best_threshold", threshold(c.score)},
          {"best_cost", least(c.score)},
          {"best_probability", threshold(c.probability)},
          {"best_probability_cost", least(c.probability)}};
}

void add_cost(Lines& lines, const CostReport& c) {
  lines.add("cost", short_number(c.total) + " in all, " + short_number(c.mean, 4) + " a row" +
                        (c.score ? "; least on these rows: " + short_number(c.score->cost) + " with +1 from score " +
                                       number_text(c.score->threshold) + " on"
                                 : ""));
  if (c.probability)
    lines.add("",
              "or " + short_number(c.probability->cost) + " with --threshold " + number_text(c.probability->threshold));
}

}  // namespace

void add_more(Json& out, const EvaluateMore& more) {
  out["against"] = more.against ? against_json(*more.against, more.bootstrap) : Json(nullptr);
  out["cost"] = more.cost ? cost_json(*more.cost) : Json(nullptr);
  if (out["metrics"].is_object())
    out["metrics"]["bootstrap"] = more.bootstrap ? bootstrap_json(*more.bootstrap) : Json(nullptr);
}

void add_more(Lines& lines, const EvaluateMore& more) {
  if (more.bootstrap) add_intervals(lines, *more.bootstrap);
  if (more.against) add_against(lines, *more.against, more.bootstrap);
  if (more.cost) add_cost(lines, *more.cost);
}

}  // namespace halfspace
