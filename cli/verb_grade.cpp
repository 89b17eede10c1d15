// halfspace grade DATA TRACE: checks a student's own trace, or final weights.
#include <optional>

#include "base/text.hpp"
#include "classroom/grade.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "report/grade_report.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_grade {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text, plain or packed"},
          {"TRACE", "a CSV with the columns of trace or fewer, or one line of weights; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all;
  for (const auto& part : {data_flags(), change_flags(), learner_flags()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[0];
  const std::string& student = args.operands[1];
  if (const auto fine = check_paths(args, {path, student}, {}); !fine) return fine.error();
  const auto options = read_options(args);
  if (!options) return options.error();
  const auto data = load(args, path, options.value());
  if (!data) return data.error();
  const double loaded = seconds_now();
  ProgressLine line(args, "grading");
  TrainObserver observer;
  observer.perceptron.stop = run_token(line);
  observer.linear.stop = observer.perceptron.stop;
  std::optional<TextAgain> text;
  if (path != "-") text = TextAgain(path);
  const auto grade = graded(data.value(), args, path == "-" ? "stdin" : shown(path, 4096), text, student, observer);
  line.clear();
  if (!grade) return grade.error();
  const auto printed = args.has("json")
                           ? print_json(json_answer("grade", grade_json(grade.value())),
                                        {{"load", loaded - begun}, {"grade", seconds_now() - loaded}})
                           : print_report(grade_text(grade.value(), student == "-" ? "stdin" : shown(student, 200)));
  if (!printed) return printed.error();
  return grade.value().accepted ? 0 : 1;
}

}  // namespace

const Verb verb = {
    "grade",
    "checks a student's trace or final weights: the first slip, and why",
    "  halfspace grade and.csv trace.csv                                exit code 0: accepted, 1: wrong\n"
    "  halfspace grade and.csv trace.csv --mistake boundary-is-positive the rules of the assignment\n"
    "  halfspace grade and.csv weights.csv --algorithm svm --C inf      columns w1, w2, b and one line\n"
    "  halfspace grade and.csv trace.csv --json                         for an autograder\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_grade
