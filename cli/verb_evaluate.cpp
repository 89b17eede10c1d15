// halfspace evaluate MODEL DATA: predicted labels against true ones.
#include "base/number.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "evaluate_more.hpp"
#include "fitting.hpp"
#include "model/counts.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "report/evaluate_report.hpp"
#include "separate/evaluated.hpp"
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
  for (Flag& f : reading_flags()) all.push_back(std::move(f));
  return all;
}

Result<double> fail_under(const Args& args) {
  if (!args.has("fail-under")) return 0.0;
  auto share = option_number(args.get("fail-under"), "--fail-under");
  if (share && !(share.value() >= 0 && share.value() <= 1))
    return Error{Code::usage, "--fail-under", in_quotes(args.get("fail-under")) + " is outside [0, 1]"};
  return share;
}

/// Standard input is not kept: where its digits would have to be looked at again nothing is said.
Result<std::optional<Unavoidable>> unavoidable_among(const Args& args, const Model& model, const Dataset& data,
                                                     std::span<const std::uint32_t> truth, std::uint64_t max_bytes,
                                                     unsigned threads) {
  if (args.operands[1] == "-" && !data.short_decimals && !data.computed) return std::optional<Unavoidable>();
  ProgressLine line(args, "asking how few mistakes any weights make");
  DecideOptions options;
  options.threads = threads;
  options.stop = run_token(line);
  return unavoidable_for(model, data, truth, args.operands[1], max_bytes, options);
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const auto wanted = fail_under(args);
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!wanted) return wanted.error();
  if (!threads) return threads.error();
  const auto loaded = read_model(args.operands[0]);
  if (!loaded) return loaded.error();
  const Model& model = loaded.value();
  note_unfinished(args, model);
  const auto from = threshold(args, model);
  if (!from) return from.error();
  const auto more = more_wanted(args, model);
  if (!more) return more.error();
  const auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  const auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  if (data.value().unseen_entries > 0)
    note(args, counted(data.value().unseen_entries, "value") +
                   " in columns the model does not know: " + unseen_text(data.value()));
  if (!model.form.weight.empty() && data.value().form.weight.empty())
    note(args, "DATA has no column " + in_quotes(model.form.weight) + ", the weights of training: every row weighs 1");
  const std::string source = args.operands[1] == "-" ? "stdin" : args.operands[1];
  const auto y = known_classes(model, data.value(), shown(source, 4096));
  if (!y) return y.error();
  const double read = seconds_now();
  const auto found = [&] {
    const NothingToKeep scoring("scoring");
    return finite_scores(model, data.value(), shown(source, 4096), threads.value());
  }();
  if (!found) return found.error();
  const std::vector<double>& score = found.value();
  const Counts counts = counts_at(args, model, score, y.value(), data.value().weight, from.value());
  const bool coupled = from_pairs(model);
  const std::vector<double> of_pairs =
      coupled ? vector_scores(model, data.value(), threads.value()) : std::vector<double>{};
  const Measures measures = measure(model, score, y.value(), data.value().weight, of_pairs, more.value().lift_fraction);
  const std::vector<std::uint32_t> predicted = predicted_classes(args, model, score, from.value());
  EvaluateMore extra =
      evaluate_more(more.value(), {model, score, of_pairs, y.value(), predicted, data.value().weight}, threads.value());
  const auto memory = memory_limit(args);
  if (!memory) return memory.error();
  const auto least = unavoidable_among(args, model, data.value(), y.value(), memory.value(), threads.value());
  if (!least) return least.error();
  const EvaluationReport e{model,
                           counts,
                           measures,
                           least.value(),
                           data.value(),
                           source,
                           rule_text(args, model, from.value()),
                           from.value(),
                           args.has("threshold"),
                           std::move(extra)};
  Result<void> printed;
  if (args.has("json")) {
    printed = print_json(json_answer("evaluate", evaluate_json(e)),
                         {{"load", read - begun}, {"evaluate", seconds_now() - read}});
  } else {
    printed = print(evaluate_text(e));
  }
  if (!printed) return printed.error();
  return args.has("fail-under") && 1 - counts.error() < wanted.value() ? 1 : 0;
}

}  // namespace

const Verb verb = {
    "evaluate",
    "how a model does on labelled rows",
    "  halfspace evaluate model.hs test.csv                     mistakes, metrics and confusion matrix\n"
    "  halfspace evaluate model.hs test.csv --fail-under 0.9    for scripts: exit code 1 below 90 %\n"
    "  halfspace evaluate model.hs test.csv --threshold 0.8     +1 from P = 0.8 on (with probabilities)\n"
    "  halfspace evaluate model.hs test.csv --bootstrap 1000    intervals of the metrics by resampling\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_evaluate
