// halfspace predict MODEL DATA: a label for each row.
#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "model/scorer.hpp"
#include "report/model_text.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_predict {
namespace {

std::vector<Operand> operands() {
  return {
      {"MODEL", "a model file"},
      {"DATA", "rows with the model's columns; labels may be absent (CSV) and are not looked at; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "FILE", "write the predictions here", "output"},
      {"scores", "", "CSV with the score beside each label", "output"},
  };
  for (Flag& f : reading_flags()) {
    if (f.name != "classes") all.push_back(std::move(f));
  }
  return all;
}

const std::string& label_of(const Model& m, const std::vector<double>& score, std::size_t row) {
  return m.classes[predicted_class(std::span(score).subspan(row * m.outputs(), m.outputs()))];
}

/// A field as CSV wants it.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// One label a line; with scores CSV: label,score, or a score column a class called "score:CLASS".
std::string predictions_text(const Model& m, const std::vector<double>& score, bool with_scores) {
  std::string out;
  if (with_scores) {
    out = "label";
    for (std::size_t k = 0; k < m.outputs(); ++k)
      out += "," + (m.outputs() == 1 ? std::string("score") : csv_field("score:" + m.classes[k]));
    out += "\n";
  }
  for (std::size_t i = 0; i * m.outputs() < score.size(); ++i) {
    const std::string& label = label_of(m, score, i);
    out += with_scores || label.find_first_of("\n\r") != std::string::npos ? csv_field(label) : label;
    for (std::size_t k = 0; k < m.outputs() && with_scores; ++k) out += "," + number_text(score[i * m.outputs() + k]);
    out += "\n";
  }
  return out;
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {"o"}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const auto loaded = read_model(args.operands[0]);
  if (!loaded) return loaded.error();
  const Model& model = loaded.value();
  const auto options = read_options_for(model, args, false);
  if (!options) return options.error();
  const auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  if (data.value().unseen_entries > 0)
    note(args, counted(data.value().unseen_entries, "value") + " in columns the model does not know: left out");
  if (data.value().missing_rows > 0)
    note(args, counted(data.value().missing_rows, "row") + " with missing cells left out: they have no prediction");
  const double read = seconds_now();
  const std::vector<double> score = scores(model, data.value(), threads.value());
  const double scored = seconds_now();
  if (!args.has("json")) {
    const auto told = write_file(args.get("o", "-"), predictions_text(model, score, args.has("scores")));
    if (!told) return told.error();
    return 0;
  }
  if (args.has("o")) {
    if (const auto saved = write_file(args.get("o"), predictions_text(model, score, args.has("scores"))); !saved)
      return saved.error();
  }
  Json answer = json_head("predict");
  answer["rows"] = data.value().rows;
  answer["classes"] = model.classes;
  answer["positive"] = model.positive.empty() ? Json(nullptr) : Json(model.positive);
  answer["boundary"] = boundary_text(model);
  answer["bias_mode"] = model.bias_mode;
  answer["unseen_values"] = data.value().unseen_entries;
  answer["missing_rows"] = data.value().missing_rows;
  answer["labels"] = Json::array();
  answer["scores"] = Json::array();
  for (std::size_t i = 0; i < data.value().rows; ++i) {
    answer["labels"].push_back(label_of(model, score, i));
    Json row = Json::array();
    for (std::size_t k = 0; k < model.outputs(); ++k) row.push_back(number_json(score[i * model.outputs() + k]));
    answer["scores"].push_back(model.outputs() == 1 ? row[0] : row);
  }
  const auto told = print_json(answer, {{"load", read - begun}, {"predict", scored - read}});
  if (!told) return told.error();
  return 0;
}

}  // namespace

const Verb verb = {"predict",
                   "labels (and scores) of rows by a model",
                   "  halfspace predict model.hs new.csv                one label a line\n"
                   "  halfspace predict model.hs new.csv --scores       label and score, as CSV\n"
                   "  cut -d, -f1-4 new.csv | halfspace predict model.hs -   from stdin\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_predict
