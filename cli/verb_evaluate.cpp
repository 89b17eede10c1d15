// halfspace evaluate MODEL DATA: predicted labels against true ones.
#include "base/number.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "evaluate_more.hpp"
#include "labelled_scores.hpp"
#include "model/counts.hpp"
#include "model/probability.hpp"
#include "model/scorer.hpp"
#include "report/evaluate_report.hpp"
#include "session.hpp"
#include "threshold.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_evaluate {
namespace {

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"}, {"DATA", "rows with the model's columns and labels; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"fail-under", "ACCURACY", "exit code 1 when the share of right labels is below this (0 to 1)", "output"},
      threshold_flag(),
      {"label", "NAME|INDEX", "label column (default: the model's)", "data"},
      {"weight", "NAME|INDEX", "column of row weights (default: the model's, where DATA has it)", "data"},
  };
  for (Flag& f : more_flags()) all.push_back(std::move(f));
  for (Flag& f : scoring_flags()) all.push_back(std::move(f));
  return all;
}

Result<double> fail_under(const Args& args) {
  if (!args.has("fail-under")) return 0.0;
  auto share = option_number(args.get("fail-under"), "--fail-under");
  if (share && !(share.value() >= 0 && share.value() <= 1))
    return Error{Code::usage, "--fail-under", in_quotes(args.get("fail-under")) + " is outside [0, 1]"};
  return share;
}

Result<Model> loaded_model(const Args& args, const std::string& path) {
  auto loaded = read_model(path);
  if (loaded) note_unfinished(args, loaded.value());
  return loaded;
}

Result<void> print_evaluation(const Args& args, const EvaluationReport& e, double begun, double read) {
  if (!args.has("json")) return print_report(evaluate_text(e));
  return print_json(json_answer("evaluate", evaluate_json(e)),
                    {{"load", read - begun}, {"evaluate", seconds_now() - read}});
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const auto wanted = fail_under(args);
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1], args.get("against")}, {}); !fine)
    return fine.error();
  const auto threads = thread_count(args);
  if (!wanted) return wanted.error();
  if (!threads) return threads.error();
  const auto loaded = loaded_model(args, args.operands[0]);
  if (!loaded) return loaded.error();
  const Model& model = loaded.value();
  const auto from = threshold(args, model);
  if (!from) return from.error();
  const auto more = more_wanted(args, model);
  if (!more) return more.error();
  const auto rows = labelled_scores(args, model, threads.value());
  if (!rows) return rows.error();
  const auto& [data, truth, score, read] = rows.value();
  const Counts counts = counts_at(args, model, score, truth, data.weight, from.value());
  const std::vector<double> of_pairs =
      from_pairs(model) ? vector_scores(model, data, threads.value()) : std::vector<double>{};
  const Measures measures = measure(model, score, truth, data.weight, of_pairs, more.value().lift_fraction);
  const auto memory = memory_limit(args);
  if (!memory) return memory.error();
  const auto least = unavoidable_among(args, model, rows.value(), memory.value(), threads.value());
  if (!least) return least.error();
  const auto predicted = predicted_classes(args, model, score, from.value());
  const auto extra = evaluate_more(args, more.value(), rows.value(), {model, of_pairs, predicted, counts, from.value()},
                                   threads.value());
  if (!extra) return extra.error();
  const EvaluationReport e{model,
                           counts,
                           measures,
                           least.value(),
                           data,
                           source_of(args),
                           rule_text(args, model, from.value()),
                           from.value(),
                           args.has("threshold"),
                           extra.value()};
  if (const auto printed = print_evaluation(args, e, begun, read); !printed) return printed.error();
  return args.has("fail-under") && 1 - counts.error() < wanted.value() ? 1 : 0;
}

}  // namespace

const Verb verb = {
    "evaluate",
    "how a model does on labelled rows",
    "  halfspace evaluate model.hs test.csv                     mistakes, metrics and confusion matrix\n"
    "  halfspace evaluate model.hs test.csv --fail-under 0.9    for scripts: exit code 1 below 90 %\n"
    "  halfspace evaluate model.hs test.csv --threshold 0.8     +1 from P = 0.8 on (with probabilities)\n"
    "  halfspace evaluate model.hs test.csv --bootstrap 1000    intervals of the metrics by resampling\n"
    "  halfspace evaluate model.hs test.csv --against old.hs    is it better than another model by more than chance?\n"
    "  halfspace evaluate model.hs test.csv --costs FN=5,FP=1   what mistakes cost, and the cheapest threshold\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_evaluate
