// halfspace path DATA: models along lambda, and the choice of one.
#include "base/text.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "path_picture.hpp"
#include "picture_file.hpp"
#include "report/model_run.hpp"
#include "report/path_report.hpp"
#include "select/path_training.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_path {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text of two classes, plain or packed; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "MODEL", "write the model of the chosen point here (- is standard output)", "output"},
      {"plot", "FILE", "draw the weights along the path: FILE.svg, FILE.png, or - for text on standard output",
       "output"},
      {"strict", "", "exit code 4 unless every point is converged", "output"},
      {"theme", "light|dark", "colours of SVG and PNG (default light)", "picture"},
      {"width", "N", "pixels (default 720); characters of the text (default: the terminal's, else 80)", "picture"},
      {"height", "N", "pixels (default by what there is); lines of the text's picture (default 20)", "picture"},
  };
  for (Flag& f : data_flags()) all.push_back(std::move(f));
  for (Flag& f : change_flags()) all.push_back(std::move(f));
  for (Flag& f : path_flags()) all.push_back(std::move(f));
  return all;
}

Result<void> check_outputs(const Args& args) {
  if (const auto fine = check_paths(args, {args.operands[0]}, {"o", "plot"}); !fine) return fine.error();
  if (!args.has("plot")) {
    for (const char* flag : {"theme", "width", "height"}) {
      if (args.has(flag)) return Error{Code::usage, dashed(flag), "is of a picture; give --plot FILE too"};
    }
    return {};
  }
  const auto form = form_of(args, "plot", Form::text);
  if (!form) return form.error();
  return check_picture_flags(args, form.value());
}

Result<Dataset> read_rows(const Args& args) {
  const auto options = read_options(args);
  if (!options) return options.error();
  return load(args, args.operands[0], options.value());
}

Result<PathRequest> asked_path(const Args& args, const Dataset& data) {
  const NothingToKeep reading;
  const std::string& path = args.operands[0];
  return path_request(args, data, path == "-" ? "stdin" : shown(path, 4096));
}

int path_exit_code(const Args& args, Status status) {
  if (status == Status::interrupted) return static_cast<int>(Code::interrupted);
  return args.has("strict") && status != Status::converged ? 4 : 0;
}

std::string path_saved_text(const Args& args, const PathTraining& path) {
  if (!path.chosen) return "";
  return args.has("o") ? "model      " + shown(args.get("o"), 200) + "\n"
                       : "model      not saved (-o MODEL saves it)\n";
}

Result<void> write_outputs(const Args& args, const PathTraining& path) {
  if (args.has("o") && path.chosen) {
    if (const auto saved = write_output(args, args.get("o"), model_bytes(path.trained.model)); !saved)
      return saved.error();
  }
  if (args.has("o") && !path.chosen)
    note(args, std::string(path.why_no_means.empty() ? "no point was chosen" : "the path ended before its choice") +
                   ": no model is written");
  if (!args.has("plot")) return {};
  const auto figure = path_figure(path);
  if (!figure) return figure.error();
  return write_picture(args, "plot", figure.value());
}

Outcome run(const Args& args) {
  if (const auto fine = check_outputs(args); !fine) return fine.error();
  const double begun = seconds_now();
  const auto data = read_rows(args);
  if (!data) return data.error();
  const auto request = asked_path(args, data.value());
  if (!request) return request.error();
  const double loaded = seconds_now();
  ProgressLine line(args, "path");
  PathWatch watch;
  watch.stop = run_token(line);
  watch.progress = [&](std::size_t point, std::size_t folds) {
    line.show("point " + std::to_string(point + 1) + (folds > 0 ? ", " + counted(folds, "fold") + " done" : ""), -1,
              static_cast<double>(point), "points");
  };
  auto found = train_on_path(data.value(), request.value(), watch);
  line.clear();
  if (!found) return found.error();
  describe_run(found.value().trained, data.value());
  const PathTraining& path = found.value();
  const double learned = seconds_now();
  stop_timer();
  if (const auto written = write_outputs(args, path); !written) return written.error();
  Result<void> printed;
  if (args.has("json")) {
    printed = print_json(json_answer("path", path_json(data.value(), path)),
                         {{"load", loaded - begun}, {"train", learned - loaded}, {"total", seconds_now() - begun}});
  } else {
    const std::string text = path_text(data.value(), path) + path_saved_text(args, path);
    if (args.get("o") == "-" || args.get("plot") == "-") {
      print_aside(args, text);
    } else {
      printed = print_report(text);
    }
  }
  if (!printed) return printed.error();
  if (args.has("o") && !path.chosen && !interrupted()) return 4;
  return path_exit_code(args, path.status);
}

}  // namespace

const Verb verb = {
    "path",
    "models along lambda, from the heaviest penalty to the lightest, and the choice of one",
    "  halfspace path data.csv --penalty l1                          50 points, each with its proven gap\n"
    "  halfspace path data.csv --penalty l1 --folds 10 -o model.hs   the best by cross-validation\n"
    "  halfspace path data.csv --penalty elastic-net --folds 10 --choose one-se -o model.hs   the sparsest as good\n"
    "  halfspace path data.csv --penalty l1 --folds 10 --plot path.svg   the weights along lambda\n"
    "  halfspace path data.csv --algorithm svm --loss squared-hinge --Cs 0.01,0.1,1,10   values of C\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_path
