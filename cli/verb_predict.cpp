// halfspace predict MODEL DATA: a label for each row.
#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "model/scorer.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
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

/// A field as CSV wants it.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string predictions_text(const Model& model, const std::vector<double>& score, bool with_scores) {
  std::string out = with_scores ? "label,score\n" : "";
  for (const double s : score) {
    const std::string& label = model.classes[s >= 0 ? 1 : 0];
    out += with_scores || label.find_first_of("\n\r") != std::string::npos ? csv_field(label) : label;
    out += with_scores ? "," + number_text(s) + "\n" : "\n";
  }
  return out;
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {"o"}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const auto loaded = load_model(args.operands[0]);
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
  answer["rows"] = score.size();
  answer["classes"] = model.classes;
  answer["positive"] = model.positive;
  answer["boundary"] = "score 0 is predicted " + model.positive;
  answer["unseen_values"] = data.value().unseen_entries;
  answer["missing_rows"] = data.value().missing_rows;
  answer["labels"] = Json::array();
  answer["scores"] = Json::array();
  for (const double s : score) {
    answer["labels"].push_back(model.classes[s >= 0 ? 1 : 0]);
    answer["scores"].push_back(number_json(s));
  }
  const auto told = print_json(answer, {{"load", read - begun}, {"predict", scored - read}});
  if (!told) return told.error();
  return 0;
}

}  // namespace

const Verb predict_verb = {"predict",
                           "labels (and scores) of rows by a model",
                           "  halfspace predict model.hs new.csv                one label a line\n"
                           "  halfspace predict model.hs new.csv --scores       label and score, as CSV\n"
                           "  cut -d, -f1-4 new.csv | halfspace predict model.hs -   from stdin\n",
                           operands,
                           flags,
                           run};

}  // namespace halfspace::cli
