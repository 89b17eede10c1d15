// halfspace exercise: a sheet with data, question, solution and marks.
#include <vector>

#include "base/text.hpp"
#include "classroom/exercise_text.hpp"
#include "data_flags.hpp"
#include "output_file.hpp"
#include "report/exercise_report.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_exercise {
namespace {

std::vector<Operand> operands() { return {}; }

std::vector<Flag> flags() {
  std::string names;
  for (const ExerciseKind& kind : exercise_kinds()) names += std::string(kind.name) + "|";
  return {{"kind", names + "all", "what the exercise is about (default convergence); all: one of each", "exercise"},
          {"seed", "N", "of the draw; the same seed gives the same sheet on every machine (default 0)", "exercise"},
          {"output-format", "markdown|latex|text", "form of the sheet (default markdown)", "output"},
          {"solution", "yes|no|only", "solution and marks after the question, not at all, or alone (default yes)",
           "output"},
          {"o", "FILE", "write the sheet here (- is standard output)", "output"},
          {"data", "FILE", "write the data here as CSV; one kind only", "output"}};
}

template <Named E>
Result<E> choice_or(const Args& args, const std::string& flag, E fallback) {
  if (!args.has(flag)) return fallback;
  return choice_of<E>(args.get(flag), "--" + flag);
}

Result<std::vector<Worksheet>> sheets_of(const Args& args) {
  const auto seed = args.count("seed", 0);
  if (!seed) return seed.error();
  const std::string asked = args.get("kind", "convergence");
  const bool all = asked == "all";
  if (all && args.has("data")) return Error{Code::usage, "--data", "requires one --kind, not all"};
  std::vector<std::string> names;
  for (const ExerciseKind& kind : exercise_kinds()) {
    if (all || kind.name == asked) names.emplace_back(kind.name);
  }
  if (names.empty()) return no_such_kind(asked, {"all"});
  std::vector<Worksheet> sheets;
  for (const std::string& name : names) {
    auto sheet = worksheet(name, seed.value());
    if (!sheet) return sheet.error();
    sheets.push_back(std::move(sheet).value());
  }
  return sheets;
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {}, {"o", "data"}); !fine) return fine.error();
  if (args.get("data") == "-" && !args.has("o"))
    return Error{Code::usage, "--data", "standard output has the sheet; give a file for it (-o FILE), or for the data"};
  const auto form = choice_or(args, "output-format", SheetForm::markdown);
  if (!form) return form.error();
  const auto solution = choice_or(args, "solution", SheetSolution::yes);
  if (!solution) return solution.error();
  const auto sheets = sheets_of(args);
  if (!sheets) return sheets.error();
  const std::string text = exercise_text(sheets.value(), form.value(), solution.value());
  if (args.has("data")) {
    if (const auto written = write_output(args, args.get("data"), sheets.value()[0].data_text()); !written)
      return written.error();
  }
  if (args.has("o")) {
    if (const auto written = write_output(args, args.get("o"), text); !written) return written.error();
  }
  if (args.has("json")) {
    Json answer = json_head("exercise");
    answer.update(exercises_json(sheets.value()));
    if (const auto printed = print_json(answer, {{"make", seconds_now() - begun}}); !printed) return printed.error();
  } else if (!args.has("o")) {
    if (const auto printed = print(text); !printed) return printed.error();
  }
  return 0;
}

}  // namespace

const Verb verb = {"exercise",
                   "an exercise sheet: small data, question, solution, marks",
                   "  halfspace exercise --kind convergence --seed 7                         a perceptron by hand\n"
                   "  halfspace exercise --kind margin --seed 7 --solution no -o sheet.md    for students\n"
                   "  halfspace exercise --kind margin --seed 7 --solution only              for the marker\n"
                   "  halfspace exercise --kind kernel --output-format latex -o kernel.tex --data kernel-0.csv\n"
                   "  halfspace exercise --kind all --seed 2026 --output-format latex        one of each kind\n"
                   "  halfspace exercise --kind bound --json                                 for a program\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_exercise
