// halfspace evaluate MODEL DATA: predicted labels against true ones.
#include <optional>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "labelled_scores.hpp"
#include "report/evaluate_report.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "verbs/evaluation.hpp"
#include "verbs/flags.hpp"

namespace halfspace::cli::verb_evaluate {
namespace {

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"},
          {"DATA",
           "rows with the model's columns and labels, or a folder of shards (convert --shards); - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"fail-under", "ACCURACY", "exit code 1 when the share of right labels is below this (0 to 1)", "output"},
      threshold_flag(),
  };
  for (Flag& f : label_flags()) all.push_back(std::move(f));
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

/// --against: a second model, read before any data.
Result<std::optional<Model>> second_model(const Args& args) {
  if (!args.has("against")) return std::optional<Model>();
  if (args.operands[1] == "-")
    return Error{Code::usage, "--against", "reads DATA twice, and standard input can be read once; give a file"};
  auto second = loaded_model(args, args.get("against"));
  if (!second) return second.error();
  return std::optional(std::move(second).value());
}

/// Reads DATA again where there is a second model.
Result<void> add_more(const Args& args, const Model& model, const LabelledScores& rows,
                      const EvaluationRequest& request, const std::optional<Model>& second, unsigned threads,
                      RowsEvaluated& evaluated) {
  if (!second || rows.truth.empty()) {
    const NothingToKeep resampling("resampling");
    return evaluate_more(model, rows, request, nullptr, threads, evaluated);
  }
  const auto again = labelled_scores(args, *second, threads);
  if (!again) return again.error();
  const NothingToKeep resampling("resampling");
  const SecondModel other{*second, args.get("against"), again.value()};
  return evaluate_more(model, rows, request, &other, threads, evaluated);
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const auto wanted = fail_under(args);
  std::vector<std::string> inputs = {args.operands[0], args.get("against")};
  if (!is_shard_folder(args.operands[1])) inputs.push_back(args.operands[1]);
  if (const auto fine = check_paths(args, inputs, {}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!wanted) return wanted.error();
  if (!threads) return threads.error();
  const auto loaded = loaded_model(args, args.operands[0]);
  if (!loaded) return loaded.error();
  const Model& model = loaded.value();
  const auto request = evaluation_request(args, model);
  if (!request) return request.error();
  const auto second = second_model(args);
  if (!second) return second.error();
  const auto rows = labelled_scores(args, model, threads.value());
  if (!rows) return rows.error();
  auto made = evaluated_rows(args, model, rows.value(), request.value(), threads.value());
  if (!made) return made.error();
  RowsEvaluated& all = made.value();
  const auto more = add_more(args, model, rows.value(), request.value(), second.value(), threads.value(), all);
  if (!more) return more.error();
  const EvaluationReport e = all.report(model, rows.value().data, source_of(args));
  if (const auto printed = print_evaluation(args, e, begun, rows.value().read_at); !printed) return printed.error();
  return args.has("fail-under") && 1 - all.counts.error() < wanted.value() ? 1 : 0;
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
