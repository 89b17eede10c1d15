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

}  // namespace

void add_more(Json& out, const EvaluateMore& more) {
  if (out["metrics"].is_object())
    out["metrics"]["bootstrap"] = more.bootstrap ? bootstrap_json(*more.bootstrap) : Json(nullptr);
}

void add_more(Lines& lines, const EvaluateMore& more) {
  if (more.bootstrap) add_intervals(lines, *more.bootstrap);
}

}  // namespace halfspace
