#include "train_stream.hpp"

#include <optional>
#include <utility>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "report/calibration_report.hpp"
#include "report/model_run.hpp"
#include "report/train_report.hpp"
#include "session.hpp"
#include "train/stream/stream_scores.hpp"
#include "train/stream/stream_training.hpp"

namespace halfspace::cli {
namespace {

std::string progress_text(const StreamProgress& p) {
  return counted(p.rows, "row") + " of pass " + std::to_string(p.pass) + ", progressive loss " +
         short_number(p.loss, 4) + ", error " + short_number(100 * p.error, 3) + " %";
}

/// Counts of predicted labels on the rows of --test.
Result<std::optional<Counts>> streamed_test(const Args& args, const Model& model, unsigned threads,
                                            const StopToken& stop) {
  if (!args.has("test")) return std::optional<Counts>();
  const auto too_late = [&] {
    note(args, not_scored(stop));
    return std::optional<Counts>();
  };
  if (stop.ended()) return too_late();
  auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  auto scored = score_stream(model, args.get("test"), std::move(options).value(), std::nullopt, threads, stop);
  if (!scored && scored.error().code == Code::interrupted) return too_late();
  if (!scored) return scored.error();
  if (scored.value().unseen_entries > 0)
    note(args, counted(scored.value().unseen_entries, "test value") +
                   " in columns the training data does not have: left out");
  return std::optional(scored.value().counts);
}

int stream_exit_code(const Args& args, Status status) {
  if (status == Status::interrupted) return static_cast<int>(Code::interrupted);
  const bool cut = (status == Status::timeout || status == Status::not_converged) && args.has("strict");
  return status == Status::vacuous || cut ? 4 : 0;
}

}  // namespace

Outcome tell_of_run(const Args& args, double begun, const Dataset& data, const TrainRequest& request, Learned& l,
                    ProgressLine& line, const StopToken& stop) {
  describe_run(l, data);
  const Trained& t = l.trained;
  const double learned = seconds_now();
  if (args.has("o")) {
    if (const auto saved = write_output(args, args.get("o"), model_bytes(t.model)); !saved) return saved.error();
  }
  const auto test = streamed_test(args, t.model, request.threads, stop);
  line.clear();
  if (!test) return after_saving(args, test.error());
  const bool cut_short = interrupted();
  stop_timer();
  const Json seconds = {{"train", learned - begun}, {"total", seconds_now() - begun}};
  if (args.has("json")) {
    Json answer = json_answer("train", train_json(data, request, t, test.value()));
    if (args.has("test")) answer.emplace("test", nullptr);  // not scored
    answer["calibration"] = l.calibration ? calibration_json(*l.calibration) : Json(nullptr);
    if (const auto printed = print_json(answer, seconds); !printed) return printed.error();
  } else {
    const std::string text = train_text(data, request, t, test.value(), shown(args.get("test"), 100)) +
                             calibration_text(l) + "model      " +
                             (args.has("o") ? shown(args.get("o"), 200) : "not saved (-o MODEL saves it)") + "\n";
    if (args.get("o") == "-") {
      print_aside(args, text);
    } else if (const auto printed = print_report(text); !printed) {
      return printed.error();
    }
  }
  if (cut_short) return static_cast<int>(Code::interrupted);
  if (l.calibration && !l.calibration->done && args.has("strict")) return 4;
  return stream_exit_code(args, t.status);
}

Outcome train_stream(const Args& args) {
  const double begun = seconds_now();
  ProgressLine line(args, "learning");
  const StopToken stop = run_token(line);
  TrainObserver observer;
  observer.perceptron.stop = stop;
  observer.stream = [&line](const StreamProgress& p) {
    line.show(progress_text(p), -1, static_cast<double>(p.rows), "rows");
  };
  auto streamed = train_on_stream(args.operands[0], args, observer);
  line.clear();
  if (!streamed) return streamed.error();
  Streamed& s = streamed.value();
  Learned learned{std::move(s.trained), {}};
  return tell_of_run(args, begun, s.data, s.request, learned, line, stop);
}

}  // namespace halfspace::cli
