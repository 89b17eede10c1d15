#include <string>
#include <vector>

#include "base/text.hpp"
#include "html/elements.hpp"
#include "html/sections.hpp"
#include "report/counts_report.hpp"
#include "report/label_report.hpp"
#include "report/lines.hpp"
#include "report/measures.hpp"
#include "select/label_metrics.hpp"

namespace halfspace::html {
namespace {

constexpr std::size_t most_confused = 40;  // classes of a confusion matrix

std::string accuracy_words(const Counts& c) {
  const std::string out = share(c.accuracy());
  if (c.weight > 0) return out + " of the weight";
  const ShareInterval interval = wilson_interval(c.rows - c.wrong(), c.rows);
  return out + " (" + data(interval.from, short_number(100 * interval.from, 4)) + " to " + share(interval.to) +
         " with 95 % confidence, Wilson)";
}

std::string metrics_table(const EvaluationReport& e) {
  const LabelMetrics m = label_metrics(e.counts);
  const Measures& s = e.measures;
  Table table("Metrics", {{"metric"}, {"value", Table::Kind::number}, {"what it is", Table::Kind::prose}});
  const auto row = [&](const char* name, const std::optional<double>& value, const char* what) {
    if (value) table.row({name, number(*value), what});
  };
  row("accuracy", m.accuracy, "share of right labels");
  row("balanced accuracy", m.balanced_accuracy, "mean recall of the classes that have rows");
  row("MCC", m.mcc, "Matthews' correlation coefficient, from -1 to 1");
  row("ROC AUC", s.auc ? s.auc : s.mean_auc,
      s.auc ? "share of pairs of a +1 and a -1 that the scores order rightly" : "mean of each class against the rest");
  row("PR AUC", s.precision, "average precision");
  row("log loss", s.log_loss, "mean of -log P(true class)");
  row("Brier score", s.brier, "mean squared error of the probabilities");
  row("ECE", s.ece, "expected calibration error");
  row("perceptron loss", e.counts.loss, "mean of max(0, -margin)");
  return table.html();
}

std::string classes_part(const EvaluationReport& e) {
  const LabelMetrics m = label_metrics(e.counts);
  Table table("Each class, and their means", {{"class"},
                                              {"precision", Table::Kind::number},
                                              {"recall", Table::Kind::number},
                                              {"specificity", Table::Kind::number},
                                              {"F1", Table::Kind::number},
                                              {e.counts.weight > 0 ? "weight" : "support", Table::Kind::number}});
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    const ClassMetrics& c = m.classes[k];
    table.row({text(e.model.classes[k]), number(c.precision), number(c.recall), number(c.specificity), number(c.f1),
               number(c.support)});
  }
  const auto mean = [&](const char* name, const MeanMetrics& v) {
    table.row({name, number(v.precision), number(v.recall), "", number(v.f1), ""});
  };
  mean("<i>macro mean</i>", m.macro);
  mean("<i>weighted mean</i>", m.weighted);
  return table.html();
}

std::string confusion_cell(const Counts& c, std::size_t truth, std::size_t predicted) {
  std::uint64_t rows = 0;
  for (std::size_t k = 0; k < c.classes; ++k) rows += c.at(truth, k);
  const std::uint64_t here = c.at(truth, predicted);
  const double part = rows > 0 ? static_cast<double>(here) / static_cast<double>(rows) : 0;
  return std::string("<td class=\"") + (truth == predicted ? "right" : "wrong") +
         "\" style=\"--share:" + short_number(part, 3) + "\">" + count(here) + "<small>" + percent(part) +
         "</small></td>";
}

std::string confusion_part(const EvaluationReport& e) {
  const Counts& c = e.counts;
  if (c.classes > most_confused)
    return paragraph("The confusion matrix of " + std::to_string(c.classes) +
                     " classes is in the answer of halfspace evaluate --json.");
  std::string out =
      "<table class=\"confusion\">\n<caption>true classes down, predicted ones across</caption>\n<thead><tr><th "
      "scope=\"col\">true</th>";
  for (const std::string& label : e.model.classes) out += "<th scope=\"col\" class=\"n\">" + text(label) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t t = 0; t < c.classes; ++t) {
    out += "<tr><th scope=\"row\">" + text(e.model.classes[t]) + "</th>";
    for (std::size_t p = 0; p < c.classes; ++p) out += confusion_cell(c, t, p);
    out += "</tr>\n";
  }
  return paragraph("The diagonal (bold) is right; percentages are shares of the true class.") +
         scroll_box("Confusion matrix", out + "</tbody>\n</table>\n");
}

std::string calibration_table(const Calibration& bins) {
  Table table("Probabilities against shares", {{"P(+1)"},
                                               {"rows", Table::Kind::number},
                                               {"mean P", Table::Kind::number},
                                               {"share of +1", Table::Kind::number}});
  for (std::size_t k = 0; k < bins.size(); ++k) {
    const CalibrationBin& b = bins[k];
    if (b.rows == 0) continue;
    const std::string range = "0." + std::to_string(k) + " to " + (k == 9 ? "1" : "0." + std::to_string(k + 1));
    table.row({range, count(b.rows), number(b.mean_probability), number(b.share())});
  }
  return table.html();
}

/// Rows by predicted class.
std::string predicted_table(const PageFacts& facts) {
  std::vector<std::uint64_t> rows(facts.model.classes.size());
  for (const std::uint32_t p : facts.predicted) ++rows[p];
  Table table("Predicted classes", {{"class"}, {"rows", Table::Kind::number}, {"share", Table::Kind::number}});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto all = static_cast<double>(facts.predicted.size());
    table.row({text(facts.model.classes[k]), count(rows[k]), share(all > 0 ? static_cast<double>(rows[k]) / all : 0)});
  }
  return table.html();
}

}  // namespace

std::string evaluation_section(const PageFacts& facts) {
  if (facts.evaluation == nullptr)
    return heading(2, "Predictions", "evaluation") + predicted_table(facts) + evaluation_pictures(facts);
  const EvaluationReport& e = *facts.evaluation;
  std::string out = heading(2, "Evaluation", "evaluation");
  Terms terms;
  terms.add("accuracy", accuracy_words(e.counts));
  terms.add("mistakes", text(counts_text(e.counts), 400));
  terms.add("decision rule", text(e.rule, 400));
  out += terms.html() + metrics_table(e) + heading(3, "Classes") + classes_part(e) + heading(3, "Confusion matrix") +
         confusion_part(e) + heading(3, "Pictures") + evaluation_pictures(facts);
  if (e.measures.bins) out += heading(3, "Calibration") + calibration_table(*e.measures.bins);
  return out;
}

}  // namespace halfspace::html
