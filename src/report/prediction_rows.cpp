// Predictions as lines: labels, CSV, TSV, JSON.
#include <string_view>

#include "base/text.hpp"
#include "model/probability.hpp"
#include "report/predictions.hpp"

namespace halfspace {
namespace {

/// Records of fields, quoted as RFC 4180 asks where the delimiter, a quote or a line break is in one.
class DelimitedText {
 public:
  explicit DelimitedText(char delimiter) : delimiter_(delimiter), special_{delimiter, '"', '\n', '\r'} {}

  void add(std::string_view field) {
    if (!first_) text_ += delimiter_;
    first_ = false;
    if (field.find_first_of(special_) == std::string_view::npos) {
      text_ += field;
      return;
    }
    text_ += '"';
    for (const char c : field) text_.append(c == '"' ? 2 : 1, c);
    text_ += '"';
  }

  /// A lone empty field is quoted: readers of CSV skip blank lines.
  void end_record() {
    if (text_.empty() || text_.back() == '\n') text_ += "\"\"";
    text_ += '\n';
    first_ = true;
  }

  std::string take() && { return std::move(text_); }

 private:
  char delimiter_;
  std::string special_;
  std::string text_;
  bool first_ = true;
};

std::string score_name(const Model& m, std::size_t k) { return m.outputs() == 1 ? "score" : "score:" + m.classes[k]; }

void add_prediction(DelimitedText& out, const Model& m, const PredictedRows& a, const PredictionColumns& columns,
                    std::size_t row) {
  const bool lacks = a.lacks(row);
  const auto add_number = [&](double v) { out.add(lacks ? "" : number_text(v)); };
  for (std::size_t k = 0; k < a.beside.kept.size(); ++k) out.add(a.beside.text(row, k));
  out.add(lacks ? "" : m.classes[a.predicted[row]]);
  const std::size_t outputs = m.outputs();
  const std::size_t classes = m.classes.size();
  for (std::size_t k = 0; k < outputs && columns.scores; ++k) add_number(a.score[row * outputs + k]);
  for (std::size_t k = 0; k < classes && columns.probabilities; ++k) add_number(a.probability[row * classes + k]);
  if (columns.top == 0) return;
  for (const auto& [k, value] : ranked_classes(m, a, row, columns.top)) {
    out.add(lacks ? "" : m.classes[k]);
    add_number(value);
  }
}

std::string delimited(const Model& m, const PredictedRows& a, const PredictionColumns& columns, bool begun) {
  DelimitedText out(columns.format == "tsv" ? '\t' : ',');
  if (!begun) {
    for (const std::string& name : prediction_names(m, a.beside, columns)) out.add(name);
    out.end_record();
  }
  for (std::size_t i = 0; i < a.predicted.size(); ++i) {
    add_prediction(out, m, a, columns, i);
    out.end_record();
  }
  return std::move(out).take();
}

/// The labels alone; a line break in one needs quotes, so that a row stays a line of the CSV.
std::string label_lines(const Model& m, const PredictedRows& a) {
  std::string out;
  for (std::size_t i = 0; i < a.predicted.size(); ++i) {
    const std::string& label = m.classes[a.predicted[i]];
    if (a.lacks(i)) {
      out += '\n';
    } else if (label.find_first_of("\n\r") == std::string::npos) {
      out += label + "\n";
    } else {
      DelimitedText quoted(',');
      quoted.add(label);
      quoted.end_record();
      out += std::move(quoted).take();
    }
  }
  return out;
}

Json named_numbers(const PredictedRows& a, const std::vector<double>& values, const std::vector<std::string>& names,
                   std::size_t row) {
  if (a.lacks(row)) return nullptr;
  Json out = Json::object();
  for (std::size_t k = 0; k < names.size(); ++k) out[names[k]] = number_json(values[row * names.size() + k]);
  return out;
}

std::string json_lines(const Model& m, const PredictedRows& a, const PredictionColumns& columns) {
  std::string out;
  const std::vector<std::string> scored = m.outputs() == 1 ? std::vector{m.positive()} : m.classes;
  for (std::size_t i = 0; i < a.predicted.size(); ++i) {
    Json row = Json::object();
    for (std::size_t k = 0; k < a.beside.kept.size(); ++k)
      row[a.beside.header[a.beside.kept[k]]] = std::string(a.beside.text(i, k));
    row["prediction"] = a.lacks(i) ? Json(nullptr) : Json(m.classes[a.predicted[i]]);
    if (columns.scores) row["scores"] = named_numbers(a, a.score, scored, i);
    if (columns.probabilities) row["probabilities"] = named_numbers(a, a.probability, m.classes, i);
    if (columns.top > 0) row["top"] = ranked_json(m, a, i, columns.top);
    out += json_text(row) + "\n";
  }
  return out;
}

}  // namespace

std::vector<std::string> prediction_names(const Model& m, const BesideFeatures& beside,
                                          const PredictionColumns& columns) {
  std::vector<std::string> out;
  out.reserve(beside.kept.size() + 3);
  for (const std::size_t k : beside.kept) out.push_back(beside.header[k]);
  out.emplace_back(columns.titled() || !out.empty() ? "prediction" : "label");
  if (columns.format == "jsonl") {
    if (columns.scores) out.emplace_back("scores");
    if (columns.probabilities) out.emplace_back("probabilities");
    if (columns.top > 0) out.emplace_back("top");
    return out;
  }
  for (std::size_t k = 0; k < m.outputs() && columns.scores; ++k) out.push_back(score_name(m, k));
  for (std::size_t k = 0; k < m.classes.size() && columns.probabilities; ++k)
    out.push_back("probability:" + m.classes[k]);
  for (std::uint64_t k = 1; k <= columns.top; ++k) {
    out.push_back("top_" + std::to_string(k));
    out.push_back((has_probabilities(m) ? "probability_" : "score_") + std::to_string(k));
  }
  return out;
}

std::string predictions_text(const Model& m, const PredictedRows& a, const PredictionColumns& columns, bool begun) {
  if (columns.format == "jsonl") return json_lines(m, a, columns);
  const bool more = columns.titled() || columns.scores || columns.probabilities || !a.beside.kept.empty();
  return more ? delimited(m, a, columns, begun) : label_lines(m, a);
}

}  // namespace halfspace
