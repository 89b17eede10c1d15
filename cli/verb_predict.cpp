// halfspace predict MODEL DATA: a label for each row.
#include "base/text.hpp"
#include "data_flags.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "output_file.hpp"
#include "prediction_rows.hpp"
#include "report/predictions.hpp"
#include "session.hpp"
#include "threshold.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_predict {
namespace {

std::vector<Operand> operands() {
  return {
      {"MODEL", "a model file"},
      {"DATA", "rows with the model's columns; labels may be absent (CSV) and are not looked at; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {{"o", "FILE", "write the predictions here", "output"}};
  for (Flag& f : prediction_flags()) all.push_back(std::move(f));
  all.push_back(threshold_flag());
  for (Flag& f : scoring_flags()) {
    if (f.name != "classes") all.push_back(std::move(f));
  }
  return all;
}

/// The likeliest class of each row, the first of equals in LIBSVM's order: what svm-predict -b 1 says.
std::vector<std::uint32_t> likeliest(const std::vector<double>& probability, std::size_t classes) {
  std::vector<std::uint32_t> out;
  for (std::size_t at = 0; at < probability.size(); at += classes) {
    std::uint32_t best = classes == 2 ? 1 : 0;  // of two, +1 stands first in the file
    for (std::uint32_t k = 0; k < classes; ++k) best = probability[at + k] > probability[at + best] ? k : best;
    out.push_back(best);
  }
  return out;
}

Result<PredictedRows> predictions(const Model& m, const Dataset& data, const Args& args, double least,
                                  unsigned threads) {
  PredictedRows a;
  auto found = finite_scores(m, data, args.operands[1] == "-" ? "stdin" : shown(args.operands[1], 4096), threads);
  if (!found) return found.error();
  a.score = std::move(found).value();
  if (has_probabilities(m)) a.probability = probabilities(m, from_pairs(m) ? vector_scores(m, data, threads) : a.score);
  a.predicted = predicted_classes(args, m, a.score, least);
  if (std::holds_alternative<LibsvmMap>(m.probability) && args.has("probabilities") && !args.has("threshold"))
    a.predicted = likeliest(a.probability, m.classes.size());
  return a;
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {"o"}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const auto loaded = read_model(args.operands[0]);
  if (!loaded) return loaded.error();
  const Model& model = loaded.value();
  note_unfinished(args, model);
  if (const auto fine = check_probabilities(args, model, "probabilities"); !fine) return fine.error();
  const auto least = threshold(args, model);
  if (!least) return least.error();
  const auto columns = shown_columns(args, model);
  if (!columns) return columns.error();
  auto options = read_options_for(model, args, false);
  if (!options) return options.error();
  auto keep = kept_columns(args);
  if (!keep) return keep.error();
  BesideFeatures beside;
  beside.keep = std::move(keep).value();
  options.value().beside = &beside;
  const auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  if (const auto fine = check_kept(args, model, data.value(), beside, columns.value()); !fine) return fine.error();
  note_rows(args, model, data.value(), beside);
  const double read = seconds_now();
  auto answered = [&] {
    const NothingToKeep scoring("scoring");
    return predictions(model, data.value(), args, least.value(), threads.value());
  }();
  if (!answered) return answered.error();
  PredictedRows& result = answered.value();
  result.beside = std::move(beside);
  const double scored = seconds_now();
  if (!args.has("json") || args.has("o")) {
    const auto saved = write_output(args, args.get("o", "-"), predictions_text(model, result, columns.value()));
    if (!saved) return saved.error();
    if (!args.has("json")) return 0;
  }
  const std::string rule = rule_text(args, model, least.value());
  const Json answer =
      json_answer("predict", predictions_json(model, data.value(), result, columns.value(), rule, least.value()));
  const auto printed = print_json(answer, {{"load", read - begun}, {"predict", scored - read}});
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {"predict",
                   "labels, scores and probabilities of rows by a model",
                   "  halfspace predict model.hs new.csv                one label a line\n"
                   "  halfspace predict model.hs new.csv --scores       label and score, as CSV\n"
                   "  halfspace predict model.hs new.csv --probabilities --threshold 0.8   where it has them\n"
                   "  halfspace predict model.hs new.csv --keep id,name  these columns, then the prediction\n"
                   "  cut -d, -f1-4 new.csv | halfspace predict model.hs -   from stdin\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_predict
