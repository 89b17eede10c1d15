// halfspace evaluate MODEL DATA: predicted labels against true ones.
#include "base/number.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "model/counts.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "report/lines.hpp"
#include "report/measures.hpp"
#include "report/model_text.hpp"
#include "report/train_report.hpp"
#include "session.hpp"
#include "threshold.hpp"
#include "train/evaluated.hpp"
#include "train/separability.hpp"
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

Json confusion_json(const Counts& c) {
  if (c.binary())
    return {{"true_positives", c.at(1, 1)},
            {"false_negatives", c.at(1, 0)},
            {"false_positives", c.at(0, 1)},
            {"true_negatives", c.at(0, 0)}};
  Json rows = Json::array();
  for (std::size_t t = 0; t < c.classes; ++t) {
    Json row = Json::array();
    for (std::size_t p = 0; p < c.classes; ++p) row.push_back(c.at(t, p));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// True classes down, predicted ones across.
std::string confusion_text(const Model& m, const Counts& c) {
  std::size_t width = 8;
  for (const std::string& label : m.classes) width = std::max(width, shown(label).size());
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

std::string text_report(const Model& m, const Counts& c, const Measures& measures,
                        const std::optional<Unavoidable>& least, const std::string& source, std::uint64_t left_out,
                        const std::string& rule) {
  constexpr std::size_t most_classes = 12;
  Lines lines;
  lines.add("data", shown(source, 200) + ": " + counted(c.rows, "row") +
                        (left_out > 0 ? "; left out " + counted(left_out, "row") + " with missing cells" : ""));
  lines.add("model", learner_name(m) + ", bias " + m.bias_mode);
  lines.add("classes", rule.empty()
                           ? classes_text(m)
                           : shown(m.classes[1]) + " is +1, " + shown(m.classes[0]) + " is -1; " + shown(rule, 200));
  lines.add("accuracy", percent(1 - c.error()));
  lines.add("mistakes", counts_text(c));
  if (const std::string text = unavoidable_text(least, c.mistakes); !text.empty())
    lines.add("", text + ", by whatever weights on these features");
  else if (least && !least->known())
    lines.add("", "how many are unavoidable is not known: the search ended before it found a witness");
  lines.add("loss",
            short_number(c.loss) + " (perceptron loss, mean of max(0, -margin)" + (c.weight > 0 ? " by weight)" : ")"));
  add_measures(lines, measures);
  lines.gap();
  if (c.classes > most_classes)
    return lines.text() + padded_right("", 11) + "(the confusion matrix of " + std::to_string(c.classes) +
           " classes is in --json)\n";
  return lines.text() + confusion_text(m, c);
}

/// Standard input is not kept: where its digits would have to be looked at again nothing is said.
Result<std::optional<Unavoidable>> unavoidable_among(const Args& args, const Model& model, const Dataset& data,
                                                     std::span<const std::uint32_t> truth, std::uint64_t max_bytes,
                                                     unsigned threads) {
  if (args.operands[1] == "-" && !data.short_decimals) return std::optional<Unavoidable>();
  ProgressLine line(args, "asking how few mistakes any weights make");
  DecideOptions options;
  options.threads = threads;
  options.token = run_token(line);
  options.stop = [stop = options.token] { return stop.ask() != Halt::go_on; };
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
  const Measures measures = measure(model, score, y.value(), data.value().weight, of_pairs);
  const auto memory = memory_limit(args);
  if (!memory) return memory.error();
  const auto least = unavoidable_among(args, model, data.value(), y.value(), memory.value(), threads.value());
  if (!least) return least.error();
  Result<void> told;
  if (args.has("json")) {
    Json answer = json_head("evaluate");
    answer.update(counts_json(counts));
    answer["unavoidable"] = unavoidable_json(least.value(), data.value());
    answer["accuracy"] = 1 - counts.error();
    add_measures(answer, measures);
    answer["classes"] = model.classes;
    answer["positive"] = model.positive.empty() ? Json(nullptr) : Json(model.positive);
    answer["confusion"] = confusion_json(counts);
    answer["bias_mode"] = model.bias_mode;
    answer["boundary"] = rule_text(args, model, from.value());
    answer["threshold"] = model.outputs() == 1 && has_probabilities(model) ? Json(from.value()) : Json(nullptr);
    answer["missing_rows"] = data.value().missing_rows;
    answer["unseen_values"] = data.value().unseen_entries;
    told = print_json(answer, {{"load", read - begun}, {"evaluate", seconds_now() - read}});
  } else {
    const std::string rule = args.has("threshold") ? rule_text(args, model, from.value()) : "";
    told = print(text_report(model, counts, measures, least.value(), source, data.value().missing_rows, rule));
  }
  if (!told) return told.error();
  return args.has("fail-under") && 1 - counts.error() < wanted.value() ? 1 : 0;
}

}  // namespace

const Verb verb = {
    "evaluate",
    "how a model does on labelled rows",
    "  halfspace evaluate model.hs test.csv                     mistakes and confusion matrix\n"
    "  halfspace evaluate model.hs test.csv --fail-under 0.9    for scripts: exit code 1 below 90 %\n"
    "  halfspace evaluate model.hs test.csv --threshold 0.8     +1 from P = 0.8 on (with probabilities)\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_evaluate
