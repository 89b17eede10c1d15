#include "report/evaluate_report.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "model/probability.hpp"
#include "report/counts_report.hpp"
#include "report/label_report.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"
#include "report/run_json.hpp"
#include "report/text_columns.hpp"
#include "separate/separability.hpp"

namespace halfspace {
namespace {

Json confusion_json(const Counts& c) {
  if (c.binary())
    return {{"true_positives", c.at(1, 1)},
            {"false_negatives", c.at(1, 0)},
            {"false_positives", c.at(0, 1)},
            {"true_negatives", c.at(0, 0)}};
  return confusion_rows_json(c);
}

/// True classes down, predicted ones across.
std::string confusion_text(const Model& m, const Counts& c) {
  std::size_t width = 8;
  for (const std::string& label : m.classes) width = std::max(width, columns_taken(shown(label)));
  width += 2;
  const std::string indent(11, ' ');
  std::string out = indent + padded_right("", width + 7) + "predicted\n" + indent + padded_right("true", width + 7);
  for (std::size_t k = 0; k < c.classes; ++k)
    out += k + 1 < c.classes ? padded_right(shown(m.classes[k]), width) : shown(m.classes[k]) + "\n";
  for (std::size_t t = 0; t < c.classes; ++t) {
    out += indent + padded_right(shown(m.classes[t]), width + 7);
    for (std::size_t p = 0; p < c.classes; ++p)
      out += p + 1 < c.classes ? padded_right(grouped(c.at(t, p)), width) : grouped(c.at(t, p)) + "\n";
  }
  return out;
}

/// Is it the text whose bytes the model was trained on?
bool of_training(const EvaluationReport& e) {
  return !e.model.text_hash.empty() && e.model.text_hash == e.data.text_hash;
}

}  // namespace

Json confusion_rows_json(const Counts& c) {
  Json rows = Json::array();
  for (std::size_t t = 0; t < c.classes; ++t) {
    Json row = Json::array();
    for (std::size_t p = 0; p < c.classes; ++p) row.push_back(c.at(t, p));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json evaluate_json(const EvaluationReport& e) {
  const Model& m = e.model;
  Json out = counts_json(e.counts);
  out["unavoidable"] = unavoidable_json(e.unavoidable, e.data);
  out["accuracy"] = e.counts.accuracy();
  add_measures(out, e.measures);
  add_metrics(out, m, e.counts, e.measures);
  add_more(out, e.more);
  out["classes"] = m.classes;
  out["positive"] = m.positive().empty() ? Json(nullptr) : Json(m.positive());
  out["confusion"] = confusion_json(e.counts);
  out["bias_mode"] = name_json(m.bias);
  out["boundary"] = e.rule;
  out["threshold"] = m.outputs() == 1 && has_probabilities(m) ? Json(e.threshold) : Json(nullptr);
  out["training_text"] = of_training(e);
  out["missing_rows"] = e.data.missing_rows;
  if (e.data.unseen_rows > 0) out["unseen_level_rows"] = e.data.unseen_rows;
  out["unseen_values"] = e.data.unseen_entries;
  return out;
}

std::string evaluate_text(const EvaluationReport& e) {
  const Model& m = e.model;
  const Counts& c = e.counts;
  const std::uint64_t left_out = e.data.missing_rows;
  constexpr std::size_t most_classes = 12;
  Lines lines;
  lines.add("data", shown(e.source, 200) + ": " + counted(c.rows, "row") +
                        (left_out > 0 ? "; left out " + counted(left_out, "row") + " with missing cells" : ""));
  if (of_training(e)) lines.add("", "the data the model was trained on: expect more mistakes in rows it has not seen");
  lines.add("model", learner_name(m) + ", bias " + std::string(name_of(m.bias)));
  lines.add("classes", e.by_threshold
                           ? shown(m.classes[1]) + " is +1, " + shown(m.classes[0]) + " is -1; " + shown(e.rule, 200)
                           : classes_text(m));
  lines.add("accuracy", accuracy_text(c));
  lines.add("mistakes", counts_text(c));
  if (const std::string text = unavoidable_text(e.unavoidable, c.mistakes); !text.empty())
    lines.add("", text + ", by whatever weights on these features");
  else if (e.unavoidable && !e.unavoidable->known())
    lines.add("", "how many are unavoidable is not known: the search ended before it found a witness");
  lines.add("loss",
            short_number(c.loss) + " (perceptron loss, mean of max(0, -margin)" + (c.weight > 0 ? " by weight)" : ")"));
  add_balance(lines, e.counts);
  add_measures(lines, e.measures);
  add_more(lines, e.more);
  lines.gap();
  if (c.classes > most_classes)
    return lines.text() + padded_right("", 11) + "(the confusion matrix and the measures of " +
           std::to_string(c.classes) + " classes are in --json)\n";
  return lines.text() + confusion_text(m, c) + "\n" + class_table(m, c);
}

}  // namespace halfspace
