// halfspace trace DATA: every visit of a perceptron, as the table on the board.
#include "base/text.hpp"
#include "classroom/traced_run.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "report/model_run.hpp"
#include "report/trace_report.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_trace {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text, plain or packed; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = visit_flags();
  all.push_back({"o", "FILE", "write the table here (- is standard output)", "output"});
  for (const auto& part : {data_flags(), change_flags(), learner_flags()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// The table alone for programs; with what it means for people.
std::string answer_text(const TracedRun& run, TableForm form) {
  return form == TableForm::text ? trace_text(run) : visit_text(run.table, form);
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0]}, {"o"}); !fine) return fine.error();
  const auto form = table_form(args);
  const auto options = read_options(args);
  if (!form) return form.error();
  if (!options) return options.error();
  const auto data = load(args, args.operands[0], options.value());
  if (!data) return data.error();
  const double loaded = seconds_now();
  ProgressLine line(args, "tracing");
  TrainObserver observer;
  observer.perceptron.stop = run_token(line);
  const std::string source = args.operands[0] == "-" ? "stdin" : shown(args.operands[0], 4096);
  std::optional<TextAgain> text;
  if (args.operands[0] != "-") text = TextAgain{args.operands[0]};
  auto traced = traced_run(data.value(), args, source, std::move(text), observer);
  line.clear();
  if (!traced) return traced.error();
  describe_run(traced.value().learned, data.value());
  const std::string table = answer_text(traced.value(), form.value());
  if (args.has("o") && args.get("o") != "-") {
    if (const auto written = write_output(args, args.get("o"), table); !written) return written.error();
  }
  if (args.has("json")) {
    const auto printed = print_json(json_answer("trace", trace_json(data.value(), traced.value())),
                                    {{"load", loaded - begun}, {"trace", seconds_now() - loaded}});
    if (!printed) return printed.error();
  } else if (!args.has("o") || args.get("o") == "-") {
    const auto printed = print(table);
    if (!printed) return printed.error();
  }
  return interrupted() ? static_cast<int>(Code::interrupted) : 0;
}

}  // namespace

const Verb verb = {
    "trace",
    "a perceptron visit by visit: the table on the board",
    "  halfspace trace and.csv                                      every visit: score, decision, weights\n"
    "  halfspace trace and.csv --updates                            only the visits that changed the weights\n"
    "  halfspace trace and.csv --mistake boundary-is-positive       another tie rule\n"
    "  halfspace trace and.csv --output-format latex -o table.tex   for a slide; csv and markdown too\n"
    "  halfspace trace and.csv --preset pocket --rounds 20 --json   for a program\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_trace
