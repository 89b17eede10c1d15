// halfspace cv DATA: cross-validation of a learner.
#include <algorithm>

#include "base/text.hpp"
#include "cv_shards.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "report/selection_report.hpp"
#include "select/requests.hpp"
#include "session.hpp"
#include "train/targets.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_cv {
namespace {

std::vector<Operand> operands() {
  return {
      {"DATA",
       "a CSV, TSV or LIBSVM text, plain or packed, or a folder of shards (convert --shards); - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = cv_flags();
  all.push_back({"predictions", "FILE",
                 "CSV of every row held out: fold, row (from 0, without rows left out), line of DATA, label, predicted "
                 "label, scores, probabilities",
                 "output"});
  all.push_back({"checkpoint", "FILE",
                 "a folder of shards: write where the run is here after each round, and go on from there", "output"});
  for (Flag& f : fold_flags()) all.push_back(std::move(f));
  for (Flag& f : data_flags()) all.push_back(std::move(f));
  for (Flag& f : change_flags()) all.push_back(std::move(f));
  for (Flag& f : learner_flags()) all.push_back(std::move(f));
  for (Flag& f : calibration_flags()) all.push_back(std::move(f));
  return all;
}

Outcome run(const Args& args) {
  if (is_shard_folder(args.operands[0])) return cv_shards(args);
  if (args.has("checkpoint")) return Error{Code::usage, "--checkpoint", "is for a folder of shards; leave it out"};
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0]}, {"predictions"}); !fine) return fine.error();
  const auto metrics = cv_metrics(args);
  const auto folds = fold_options(args);
  const auto options = read_options(args);
  if (!metrics) return metrics.error();
  if (!folds) return folds.error();
  if (!options) return options.error();
  const auto data = load(args, args.operands[0], options.value());
  if (!data) return data.error();
  auto made = learner_plan(args, data.value(), args.operands[0]);
  if (!made) return made.error();
  const double loaded = seconds_now();
  const auto plan = settled_in_time(args, data.value(), std::move(made).value());
  if (!plan) return plan.error();
  const auto targets = find_targets(data.value(), plan.value().request.positive, plan.value().request.source);
  if (!targets) return targets.error();
  if (args.has("metric")) {
    const auto exist = check_metrics(metrics.value(), plan.value(), targets.value().classes.size(), "--metric");
    if (!exist) return exist.error();
  }
  ProgressLine line(args, "cross-validation");
  const auto done = cross_validate(data.value(), plan.value(), folds.value(), metrics.value(), args.has("predictions"),
                                   fit_observer(line, run_token(line), "cross-validation"));
  line.clear();
  if (!done) return done.error();
  stop_timer();
  const double fitted = seconds_now();
  const CrossValidation& cv = done.value();
  if (args.has("predictions")) {
    const std::string text = cv_predictions(data.value(), cv, targets.value().classes);
    if (const auto written = write_output(args, args.get("predictions"), text); !written) return written.error();
  }
  Result<void> printed;
  if (args.has("json")) {
    printed = print_json(json_answer("cv", cv_json(data.value(), plan.value(), cv)),
                         {{"load", loaded - begun}, {"fit", fitted - loaded}, {"total", seconds_now() - begun}});
  } else {
    const std::string text = cv_text(data.value(), plan.value(), folds.value(), cv);
    if (args.get("predictions") == "-") {
      print_aside(args, text);
    } else {
      printed = print_report(text);
    }
  }
  if (!printed) return printed.error();
  const bool scored = std::any_of(cv.fits.begin(), cv.fits.end(), [](const FoldFit& f) { return f.scored(); });
  return fits_exit_code(cv.stopped(), scored);
}

}  // namespace

const Verb verb = {
    "cv",
    "cross-validation: how a learner does on rows held out",
    "  halfspace cv data.csv                                     5 folds, stratified by class\n"
    "  halfspace cv data.csv --algorithm svm --C 10 --folds 10 --repeats 3\n"
    "  halfspace cv data.csv --groups patient                    rows of a patient stay together\n"
    "  halfspace cv data.csv --algorithm svm --calibrate platt --metric roc-auc,log-loss\n"
    "  halfspace cv data.csv --predictions out.csv               the prediction of every row while it was held out\n"
    "  halfspace cv folder --algorithm logistic --folds 10       a folder of shards: folds by the numbers of the "
    "rows\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_cv
