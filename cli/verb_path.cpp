// halfspace path DATA: models along lambda, and the choice of one.
#include "base/text.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "fitting.hpp"
#include "path_outputs.hpp"
#include "path_shards.hpp"
#include "select/path_training.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_path {
namespace {

std::vector<Operand> operands() {
  return {{"DATA",
           "a CSV, TSV or LIBSVM text of two classes, plain or packed, or a folder of shards (convert --shards); - is "
           "standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "MODEL", "write the model of the chosen point here (- is standard output)", "output"},
      {"plot", "FILE", "draw the weights along the path: FILE.svg, FILE.png, or - for text on standard output",
       "output"},
      {"checkpoint", "FILE", "a folder of shards: write where the run is here after each round, and go on from there",
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

Outcome run(const Args& args) {
  if (is_shard_folder(args.operands[0])) return path_shards(args);
  if (args.has("checkpoint")) return Error{Code::usage, "--checkpoint", "is for a folder of shards; leave it out"};
  if (const auto fine = check_path_files(args, {args.operands[0]}, {"o", "plot"}); !fine) return fine.error();
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
  return tell_of_path(args, data.value(), found.value(), {{"load", loaded - begun}, {"train", seconds_now() - loaded}},
                      begun);
}

}  // namespace

const Verb verb = {
    "path",
    "models along lambda, from the heaviest penalty to the lightest, and the choice of one",
    "  halfspace path data.csv --penalty l1                          50 points, each with its proven gap\n"
    "  halfspace path data.csv --penalty l1 --folds 10 -o model.hs   the best by cross-validation\n"
    "  halfspace path data.csv --penalty elastic-net --folds 10 --choose one-se -o model.hs   the sparsest as good\n"
    "  halfspace path data.csv --penalty l1 --folds 10 --plot path.svg   the weights along lambda\n"
    "  halfspace path data.csv --algorithm svm --loss squared-hinge --Cs 0.01,0.1,1,10   values of C\n"
    "  halfspace path folder --penalty l1 --folds 5 -o model.hs      a folder of shards, larger than memory perhaps\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_path
