// halfspace report MODEL DATA -o FILE.html: one page about a model and rows it is tried on.
#include <optional>
#include <utility>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "html/page.hpp"
#include "labelled_scores.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "output_file.hpp"
#include "report/page_report.hpp"
#include "report/train_command.hpp"
#include "session.hpp"
#include "threshold.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_report {
namespace {

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"},
          {"DATA", "rows with the model's columns; labels may be absent (CSV); - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "FILE", "write the page to FILE, as in report.html; - is standard output (required)", "output"},
      threshold_flag(),
      {"unlabelled", "", "DATA has no labels, or they are not to be looked at (default: as DATA has the column)",
       "data"},
      {"label", "NAME|INDEX", "label column (default: the model's)", "data"},
      {"weight", "NAME|INDEX", "column of row weights (default: the model's, where DATA has it)", "data"},
  };
  for (Flag& f : scoring_flags()) all.push_back(std::move(f));
  return all;
}

/// Rows with or without labels.
struct Rows {
  LabelledScores scored;
  bool labelled = true;
};

/// The reader's words for a text that lacks the label column alone.
bool lacks_labels(const Error& e) {
  return e.code == Code::bad_data && (e.message.starts_with("the model's label column") ||
                                      e.message.find("but the model was learned from records of") != std::string::npos);
}

Result<Rows> rows_without_labels(const Args& args, const Model& model, unsigned threads) {
  const auto options = read_options_for(model, args, false);
  if (!options) return options.error();
  auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  const std::string source = shown(source_of(args), 4096);
  if (const auto known = check_levels(model.map, data.value(), source); !known) return known.error();
  const double read = seconds_now();
  auto score = finite_scores(model, data.value(), source, threads);
  if (!score) return score.error();
  return Rows{{std::move(data).value(), {}, std::move(score).value(), read}, false};
}

Result<Rows> rows_of(const Args& args, const Model& model, unsigned threads) {
  if (args.has("unlabelled")) return rows_without_labels(args, model, threads);
  auto labelled = labelled_scores(args, model, threads);
  if (labelled) return Rows{std::move(labelled).value(), true};
  if (args.has("label") || !lacks_labels(labelled.error())) return labelled.error();
  if (args.operands[1] == "-") {
    Error error = labelled.error();
    error.message += "; say --unlabelled where there are no labels";
    return error;
  }
  note(args, "DATA has no labels: the page leaves out what needs them");
  return rows_without_labels(args, model, threads);
}

/// What evaluate has of the rows.
struct Evaluation {
  Counts counts;
  Measures measures;
  std::optional<Unavoidable> unavoidable;
};

Result<Evaluation> evaluation_of(const Args& args, const Model& model, const LabelledScores& rows, double threshold,
                                 unsigned threads) {
  Evaluation out;
  out.counts = counts_at(args, model, rows.score, rows.truth, rows.data.weight, threshold);
  const std::vector<double> of_pairs =
      from_pairs(model) ? vector_scores(model, rows.data, threads) : std::vector<double>{};
  out.measures = measure(model, rows.score, rows.truth, rows.data.weight, of_pairs);
  const auto memory = memory_limit(args);
  if (!memory) return memory.error();
  auto least = unavoidable_among(args, model, rows, memory.value(), threads);
  if (!least) return least.error();
  out.unavoidable = std::move(least).value();
  return out;
}

/// This call, in words of a shell.
std::string this_call(const Args& args) {
  std::string out = "halfspace report";
  for (const std::string& operand : args.operands) out += " " + shell_word(operand);
  std::vector<Flag> known = flags();
  for (Flag& f : common_flags()) known.push_back(std::move(f));
  for (const Flag& f : known) {
    if (f.name == "json" || !args.has(f.name)) continue;
    out += " " + dashed(f.name);
    if (!f.metavar.empty()) out += " " + shell_word(args.get(f.name));
  }
  return out;
}

TrainCommand command_of(const Args& args, const Model& model, const Dataset& data) {
  const bool of_training = !model.text_hash.empty() && model.text_hash == data.text_hash;
  TrainFiles files;
  files.data = of_training && args.operands[1] != "-" ? args.operands[1] : "training." + model.form.format;
  files.output = args.operands[0] == "-" ? "model.hs" : args.operands[0];
  files.classes = args.get("classes");
  files.text_rows = of_training ? data.rows : 0;
  return train_command(model, files);
}

/// Writes the page and says what it holds.
Result<void> write_page(const Args& args, const html::PageFacts& facts, const EvaluationReport* evaluation,
                        const Json& seconds) {
  const std::string bytes = html::page(facts);
  const std::string path = args.get("o");
  if (const auto written = path == "-" ? print(bytes) : write_output(args, path, bytes); !written)
    return written.error();
  if (args.has("json"))
    return print_json(json_answer("report", page_json({path, bytes.size(), facts.train_command, facts.report_command},
                                                      facts.model, facts.data, evaluation)),
                      seconds);
  if (path == "-") return {};
  return print_report("written    " + shown(path, 200) + ": HTML page, " + grouped((bytes.size() + 1023) / 1024) +
                      " KiB\n");
}

Result<void> make_page(const Args& args, const Model& model, const Rows& rows, double threshold, unsigned threads,
                       double begun) {
  const LabelledScores& s = rows.scored;
  const NothingToKeep evaluating("report");
  Evaluation made;
  if (rows.labelled) {
    auto all = evaluation_of(args, model, s, threshold, threads);
    if (!all) return all.error();
    made = std::move(all).value();
  }
  const EvaluationReport e{model,
                           made.counts,
                           made.measures,
                           made.unavoidable,
                           s.data,
                           source_of(args),
                           rule_text(args, model, threshold),
                           threshold,
                           args.has("threshold")};
  const TrainCommand command = command_of(args, model, s.data);
  const std::vector<std::uint32_t> predicted = predicted_classes(args, model, s.score, threshold);
  const EvaluationReport* evaluation = rows.labelled ? &e : nullptr;
  const html::PageFacts facts{model,   args.operands[0], s.data,          source_of(args), evaluation,      s.score,
                              s.truth, predicted,        command.command, command.note,    this_call(args), threads};
  return write_page(args, facts, evaluation, {{"load", s.read_at - begun}, {"report", seconds_now() - s.read_at}});
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (!args.has("o")) return Error{Code::usage, "-o", "is missing; name the page to write, as in -o report.html"};
  if (args.has("unlabelled") && args.has("label"))
    return Error{Code::usage, "--unlabelled", "cannot be combined with --label; choose one"};
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {"o"}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  note_unfinished(args, model.value());
  const auto from = threshold(args, model.value());
  if (!from) return from.error();
  const auto rows = rows_of(args, model.value(), threads.value());
  if (!rows) return rows.error();
  if (rows.value().scored.data.rows == 0) return Error{Code::bad_data, source_of(args), "there are no rows"};
  const auto made = make_page(args, model.value(), rows.value(), from.value(), threads.value(), begun);
  if (!made) return made.error();
  return 0;
}

}  // namespace

const Verb verb = {"report",
                   "one HTML page: what was learned, what is proved, how it does",
                   "  halfspace report model.hs test.csv -o report.html                  weights, metrics, curves\n"
                   "  halfspace report model.hs test.csv -o report.html --threshold 0.8  +1 from P = 0.8 on\n"
                   "  halfspace report model.hs new.csv -o report.html                   rows without labels too\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_report
