// halfspace train DATA: learns a model from a file.
#include <memory>
#include <optional>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "fitting.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "output_file.hpp"
#include "report/calibration_report.hpp"
#include "report/coding_report.hpp"
#include "report/lines.hpp"
#include "report/model_run.hpp"
#include "report/train_report.hpp"
#include "select/folds.hpp"
#include "select/learn.hpp"
#include "session.hpp"
#include "trace_file.hpp"
#include "train/targets.hpp"
#include "train_observer.hpp"
#include "train_shards.hpp"
#include "train_stream.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_train {
namespace {

std::vector<Operand> operands() {
  return {
      {"DATA",
       "a CSV, TSV or LIBSVM text, plain or packed, or a folder of shards (convert --shards); - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "MODEL", "write the model here (- is standard output)", "output"},
      {"trace", "FILE", "perceptron: write one JSON line per update", "output"},
      {"checkpoint", "FILE", "a folder of shards: write where the run is here after each round, and go on from there",
       "output"},
      {"strict", "", "exit code 4 unless the status is converged, or passes (all the passes asked for)", "output"},
  };
  for (const auto& part : {data_flags(), change_flags()}) all.insert(all.end(), part.begin(), part.end());
  all.push_back({"test", "FILE", "score the model on these rows too", "data"});
  for (const auto& part : {rows_apart_flags(), learner_flags(), stream_flags(), calibration_flags()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Result<void> check_outputs(const Args& args) {
  if (args.has("test") && args.has("holdout"))
    return Error{Code::usage, "--holdout", "cannot be combined with --test; choose one"};
  if (args.has("test") && args.get("test").empty())
    return Error{Code::usage, "--test", "is empty; expected a file name, or - for standard input"};
  if (args.has("final-pass") && !args.has("stream"))
    return Error{Code::usage, "--final-pass", "is for --stream, whose rows are gone after a pass; leave it out"};
  for (const char* flag : {"groups", "order-by"}) {
    if (args.has(flag) && !args.has("calibrate") && !args.has("holdout"))
      return Error{Code::usage, dashed(flag),
                   "is for --holdout and the folds of --calibrate (and of cv, search, path)"};
  }
  return check_paths(args, {args.operands[0], args.get("test")}, {"o", "trace"});
}

struct Parts {
  Dataset train;
  std::optional<Dataset> test;
  std::string test_name;          // in the report
  std::string test_source;        // in messages that name a line
  std::uint64_t unseen_rows = 0;  // of a holdout, with a level that the training rows lack
};

/// The rows to train on and the rows to test on.
Result<Parts> read_parts(const Args& args) {
  const auto options = read_options(args);
  const auto seed = args.count("seed", 0);
  if (!options) return options.error();
  if (!seed) return seed.error();
  auto data = load(args, args.operands[0], options.value());
  if (!data) return data.error();
  Parts parts;
  if (!args.has("holdout")) {
    parts.train = std::move(data).value();
    return parts;
  }
  const std::string source = args.operands[0] == "-" ? "stdin" : shown(args.operands[0], 4096);
  if (const auto fine = check_class_labels(data.value(), source); !fine) return fine.error();
  const auto fraction = option_number(args.get("holdout"), "--holdout");
  if (!fraction) return fraction.error();
  if (!(fraction.value() > 0 && fraction.value() < 1))
    return Error{Code::usage, "--holdout", in_quotes(args.get("holdout")) + " is outside (0, 1)"};
  const auto parted = holdout_split(data.value(), fraction.value(), seed.value());
  if (!parted) return parted.error();
  const Split& split = parted.value();
  if (split.test.empty() || split.train.empty())
    return Error{
        Code::usage, "--holdout",
        "leaves no rows to " + std::string(split.test.empty() ? "test" : "train") + " on; choose another share"};
  parts.test = take_rows(data.value(), split.test);
  parts.train = take_rows(data.value(), split.train);
  for (const ClassLabel& c : parts.train.classes) {
    if (c.rows == 0)
      return Error{Code::usage, "--holdout",
                   "leaves no rows of class " + in_quotes(c.text) + " to train on; choose a smaller share"};
  }
  parts.test_source = shown(args.operands[0], 100);
  const std::string how = args.has("order-by") ? "the last by " + in_quotes(args.get("order-by"))
                                               : std::string(args.has("groups") ? "by groups" : "by class") +
                                                     ", seed " + std::to_string(seed.value());
  parts.test_name = "holdout of " + percent(fraction.value()) + ", " + how;
  return parts;
}

/// Counts of predicted labels on test rows, by a model that is written already.
Result<Counts> test_counts(const Args& args, Model& model, Parts& parts, unsigned threads, const StopToken& stop) {
  if (!parts.test) {
    const auto options = read_options_for(model, args, true);
    if (!options) return options.error();
    auto data = load_while(args, args.get("test"), options.value(), stop);
    if (!data) return data.error();
    parts.test = std::move(data).value();
    parts.test_name = shown(args.get("test"), 100);
    parts.test_source = parts.test_name;
    if (parts.test->unseen_entries > 0)
      note(args,
           counted(parts.test->unseen_entries, "test value") + " in columns the training data does not have: left out");
  }
  const auto y = known_classes(model, *parts.test, parts.test_source);
  if (!y) return y.error();
  parts.unseen_rows = args.has("holdout") && !model.map.options.unseen ? unseen_level_rows(model.map, *parts.test) : 0;
  if (parts.unseen_rows > 0) {
    allow_held_out_levels(model.map);
    parts.test_name += "; " + unseen_rows_text(parts.unseen_rows);
  }
  return finite_counts(model, *parts.test, parts.test_source, y.value(), threads, stop);
}

/// The same; nothing where the run is over before the rows are scored.
Result<std::optional<Counts>> counts_in_time(const Args& args, Model& model, Parts& parts, unsigned threads,
                                             const StopToken& stop) {
  const auto too_late = [&] {
    note(args, not_scored(stop));
    return std::optional<Counts>();
  };
  if (stop.ended()) return too_late();
  try {
    const auto counts = test_counts(args, model, parts, threads, stop);
    if (counts) return std::optional(counts.value());
    if (stop.why() == Halt::go_on) return counts.error();
    return too_late();
  } catch (const Stopped&) {
    return too_late();
  }
}

int exit_code(const Args& args, Status status, bool fitted) {
  if (status == Status::interrupted) return static_cast<int>(Code::interrupted);
  if (status == Status::vacuous || !fitted) return 4;
  return args.has("strict") && status != Status::converged && status != Status::passes ? 4 : 0;
}

/// The line about the file, under a report.
std::string saved_text(const Args& args, bool fitted) {
  if (!fitted) return "model      none: there are no weights to save\n";
  return args.has("o") ? "model      " + shown(args.get("o"), 200) + "\n"
                       : "model      not saved (-o MODEL saves it)\n";
}

/// The report, on stderr where a file takes standard output.
Result<void> tell(const Args& args, const Parts& parts, const TrainRequest& request, const Learned& learned,
                  const std::optional<Counts>& test, const Json& seconds) {
  const Trained& t = learned.trained;
  const auto& calibration = learned.calibration;
  if (args.has("json")) {
    Json answer = json_answer("train", train_json(parts.train, request, t, test));
    if (args.has("test") || args.has("holdout")) answer.emplace("test", nullptr);  // not scored
    if (parts.unseen_rows > 0) answer["test"]["unseen_level_rows"] = parts.unseen_rows;
    answer["calibration"] = calibration ? calibration_json(*calibration) : Json(nullptr);
    return print_json(answer, seconds);
  }
  const std::string text = train_text(parts.train, request, t, test, parts.test_name) + calibration_text(learned);
  if (args.get("o") != "-" && args.get("trace") != "-") return print_report(text + saved_text(args, t.fitted));
  print_aside(args, text);
  return {};
}

/// The file of --trace; nothing without it.
Result<std::unique_ptr<TraceFile>> open_trace(const Args& args, const Dataset& data, const TrainRequest& request) {
  if (!args.has("trace")) return std::unique_ptr<TraceFile>();
  return TraceFile::create(args.get("trace"), data, request.perceptron.options.step == Step::minibatch);
}

/// The model of -o and the file of --trace.
Result<void> save(const Args& args, const Trained& t, TraceFile* trace) {
  if (args.has("o") && t.fitted) {
    if (const auto saved = write_output(args, args.get("o"), model_bytes(t.model)); !saved) return saved.error();
  }
  if (trace == nullptr) return {};
  if (const auto saved = trace->commit(); !saved) return saved.error();
  note_remark(args, args.get("trace"), trace->remark());
  return {};
}

Outcome run(const Args& args) {
  const auto limit = timeout_seconds(args);
  if (limit && is_shard_folder(args.operands[0])) return train_shards(args);
  if (const auto fine = check_outputs(args); !fine) return fine.error();
  if (!limit) return limit.error();
  if (args.has("checkpoint")) return Error{Code::usage, "--checkpoint", "is for a folder of shards; leave it out"};
  if (args.has("stream")) return train_stream(args);
  const double begun = seconds_now();
  auto parts = read_parts(args);
  if (!parts && is_shard_file(args.operands[0]))
    return Error{Code::usage, "DATA", shown(args.operands[0], 200) + " is one shard of a folder; give the folder"};
  if (!parts) return parts.error();
  const Dataset& data = parts.value().train;
  const std::string& path = args.operands[0];
  const auto made = learner_plan(args, data, path);
  if (!made) return made.error();
  const LearnPlan& plan = made.value();
  const TrainRequest& request = plan.request;
  const double loaded = seconds_now();

  const auto trace = open_trace(args, data, request);
  if (!trace) return trace.error();
  ProgressLine line(args, "training");
  const StopToken stop = run_token(line);
  const TrainObserver observer = train_observer(line, stop, trace.value().get());
  auto learned_all = learn(data, plan, observer, fit_observer(line, stop, "calibrating"));
  line.clear();
  if (!learned_all) return learned_all.error();
  describe_run(learned_all.value(), data);
  Trained& t = learned_all.value().trained;
  const auto& calibration = learned_all.value().calibration;
  const double learned = seconds_now();
  if (const auto saved = save(args, t, trace.value().get()); !saved) return saved.error();
  std::optional<Counts> test;
  if (t.fitted && (args.has("test") || parts.value().test)) {
    auto counts = counts_in_time(args, t.model, parts.value(), request.threads, stop);
    if (!counts) return after_saving(args, counts.error());
    test = counts.value();
  }
  line.clear();
  const bool cut_short = interrupted();
  stop_timer();
  const auto printed = tell(args, parts.value(), request, learned_all.value(), test,
                            {{"load", loaded - begun}, {"train", learned - loaded}, {"total", seconds_now() - begun}});
  if (!printed) return printed.error();
  if (cut_short) return static_cast<int>(Code::interrupted);
  if (calibration && !calibration->done && args.has("strict")) return 4;
  return exit_code(args, t.status, t.fitted);
}

}  // namespace

const Verb verb = {
    "train",
    "learn a classifier from a file",
    "  halfspace train data.csv -o model.hs                        a separator where one is found, else logistic "
    "regression\n"
    "  halfspace train iris.csv --classes setosa,versicolor        two classes of many\n"
    "  halfspace train a9a --preset pocket --rounds 2000 --test a9a.t   LIBSVM text, the best weights seen\n"
    "  halfspace train data.csv --preset averaged --holdout 0.2    score on rows kept apart\n"
    "  halfspace train data.csv --algorithm svm --C 10 -o svm.hs    a linear support vector machine\n"
    "  halfspace train data.csv --algorithm logistic --penalty none --statistics   coefficients with their errors\n"
    "  halfspace train data.csv --algorithm svm --calibrate platt -o svm.hs   with probabilities\n"
    "  halfspace train data.csv --stream --passes 3 --order shuffled --final-pass -o model.hs   rows are not kept\n"
    "  zcat data.csv.gz | halfspace train - --trace trace.jsonl    every update, from stdin\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_train
