#include "report/predictions.hpp"

#include "base/text.hpp"
#include "model/probability.hpp"
#include "report/selection_report.hpp"

namespace halfspace {
namespace {

Json rows_json(const std::vector<double>& values, std::size_t width) {
  Json out = Json::array();
  for (std::size_t at = 0; at < values.size(); at += width) {
    Json row = Json::array();
    for (std::size_t k = 0; k < width; ++k) row.push_back(number_json(values[at + k]));
    out.push_back(width == 1 ? row[0] : row);
  }
  return out;
}

}  // namespace

std::string predictions_text(const Model& m, const PredictedRows& a, bool with_scores, bool with_probabilities) {
  const std::size_t outputs = m.outputs();
  const std::size_t classes = m.classes.size();
  const bool csv = with_scores || with_probabilities;
  std::string out = csv ? "label" : "";
  for (std::size_t k = 0; k < outputs && with_scores; ++k)
    out += "," + (outputs == 1 ? std::string("score") : csv_field("score:" + m.classes[k]));
  for (std::size_t k = 0; k < classes && with_probabilities; ++k) out += "," + csv_field("probability:" + m.classes[k]);
  if (csv) out += "\n";
  for (std::size_t i = 0; i < a.predicted.size(); ++i) {
    const std::string& label = m.classes[a.predicted[i]];
    out += csv || label.find_first_of("\n\r") != std::string::npos ? csv_field(label) : label;
    for (std::size_t k = 0; k < outputs && with_scores; ++k) out += "," + number_text(a.score[i * outputs + k]);
    for (std::size_t k = 0; k < classes && with_probabilities; ++k)
      out += "," + number_text(a.probability[i * classes + k]);
    out += "\n";
  }
  return out;
}

Json predictions_json(const Model& m, const Dataset& data, const PredictedRows& a, const std::string& rule,
                      double threshold) {
  Json out;
  out["rows"] = data.rows;
  out["classes"] = m.classes;
  out["positive"] = m.positive().empty() ? Json(nullptr) : Json(m.positive());
  out["boundary"] = rule;
  out["bias_mode"] = name_json(m.bias);
  out["unseen_values"] = data.unseen_entries;
  out["missing_rows"] = data.missing_rows;
  out["threshold"] = m.outputs() == 1 && has_probabilities(m) ? Json(threshold) : Json(nullptr);
  out["labels"] = Json::array();
  for (const std::uint32_t k : a.predicted) out["labels"].push_back(m.classes[k]);
  out["scores"] = rows_json(a.score, m.outputs());
  out["probabilities"] = a.probability.empty() ? Json(nullptr) : rows_json(a.probability, m.classes.size());
  return out;
}

}  // namespace halfspace
