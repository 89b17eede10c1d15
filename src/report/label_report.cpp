#include "report/label_report.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/text_columns.hpp"
#include "select/label_metrics.hpp"

namespace halfspace {
namespace {

Json means_json(const MeanMetrics& m) { return {{"precision", m.precision}, {"recall", m.recall}, {"f1", m.f1}}; }

}  // namespace

void add_metrics(Json& out, const Model& model, const Counts& counts, const Measures& measures) {
  out["metrics"] = nullptr;
  out["per_class"] = nullptr;
  if (!counts.counted()) return;
  const LabelMetrics m = label_metrics(counts);
  const ShareInterval interval = wilson_interval(counts.rows - counts.wrong(), counts.rows);
  out["metrics"] = {
      {"accuracy", m.accuracy},
      {"accuracy_interval", counts.weight > 0 ? Json(nullptr) : Json::array({interval.from, interval.to})},
      {"balanced_accuracy", m.balanced_accuracy},
      {"mcc", m.mcc},
      {"log_loss", number_json(measures.log_loss)},
      {"brier", number_json(measures.brier)},
      {"ece", number_json(measures.ece)},
      {"roc_auc", number_json(measures.auc ? measures.auc : measures.mean_auc)},
      {"pr_auc", number_json(measures.precision)},
      {"lift", measures.lift ? Json{{"fraction", measures.lift_fraction}, {"value", *measures.lift}} : Json(nullptr)},
      {"macro", means_json(m.macro)},
      {"weighted", means_json(m.weighted)},
      {"micro", means_json(m.micro)}};
  out["per_class"] = Json::array();
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    const ClassMetrics& c = m.classes[k];
    out["per_class"].push_back({{"label", model.classes[k]},
                                {"precision", c.precision},
                                {"recall", c.recall},
                                {"specificity", c.specificity},
                                {"f1", c.f1},
                                {"support", c.support}});
  }
}

std::string accuracy_text(const Counts& counts) {
  std::string out = percent(counts.accuracy());
  if (counts.weight > 0 || !counts.counted()) return out;
  const ShareInterval interval = wilson_interval(counts.rows - counts.wrong(), counts.rows);
  return out + " (" + short_number(100 * interval.from, 4) + " to " + percent(interval.to) +
         " with 95 % confidence, Wilson)";
}

void add_balance(Lines& lines, const Counts& counts) {
  const LabelMetrics m = label_metrics(counts);
  lines.add("balance", "balanced accuracy " + percent(m.balanced_accuracy) + ", MCC " + short_number(m.mcc, 4) +
                           ", mean F1 " + short_number(m.macro.f1, 4) + " (" + short_number(m.weighted.f1, 4) +
                           (counts.weight > 0 ? " by weight of the class)" : " by rows of the class)"));
}

std::string class_table(const Model& model, const Counts& counts) {
  constexpr std::size_t figure = 13;
  const LabelMetrics m = label_metrics(counts);
  std::size_t width = 7;
  for (const std::string& label : model.classes) width = std::max(width, columns_taken(shown(label)) + 2);
  const std::string indent(11, ' ');
  std::string out = indent + padded_right("class", width);
  for (const char* name : {"precision", "recall", "specificity", "F1"}) out += padded_right(name, figure);
  out += counts.weight > 0 ? "weight\n" : "rows\n";
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    const ClassMetrics& c = m.classes[k];
    out += indent + padded_right(shown(model.classes[k]), width);
    for (const double value : {c.precision, c.recall, c.specificity, c.f1})
      out += padded_right(short_number(value, 4), figure);
    out += (counts.weight > 0 ? short_number(c.support) : grouped(static_cast<std::uint64_t>(c.support))) + "\n";
  }
  return out;
}

}  // namespace halfspace
