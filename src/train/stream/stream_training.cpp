#include "train/stream/stream_training.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "feature/learner_rows.hpp"
#include "model/score_checks.hpp"
#include "train/assemble.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"
#include "train/stream/stream_end.hpp"
#include "train/stream/stream_learning.hpp"
#include "train/stream/stream_passes.hpp"
#include "train/stream/stream_scores.hpp"

namespace halfspace {
namespace {

ReadOptions stopped_by(const StopToken& stop, ReadOptions options) {
  options.stop = stop;
  return options;
}

class StreamRun {
 public:
  StreamRun(const std::string& path, const StreamRequest& request, ReadOptions options, const TrainObserver& observer)
      : source_(path == "-" ? "stdin" : shown(path, 4096)),
        request_(request),
        options_(stopped_by(observer.perceptron.stop, std::move(options))),
        observer_(observer),
        stop_(observer.perceptron.stop),
        passes_(path, options_, request.shuffled, request.seed),
        learning_(request, options_.classes, options_.max_bytes, source_) {}

  Result<Streamed> run(const TrainRequest& request) {
    if (const auto fits = check_input(); !fits) return fits.error();
    Streamed out;
    out.request = request;
    auto read = passes_.first(taker());
    if (!read && !is_halt(read.error())) return read.error();
    out.data = read ? std::move(read).value() : take_rows(learning_.seen(), {});
    while (!halted_) {
      if (const auto ended = learning_.end_pass(); !ended) return ended.error();
      ++made_;
      if (learning_.clean() || made_ == request_.passes) break;
      const auto again = passes_.again(taker());
      if (!again && !learning_.clean() && !is_halt(again.error())) return again.error();
    }
    if (halted_ && learning_.family().empty() && learning_.weights().empty())
      return stopped_error(Stopped{*halted_}, source_);
    describe(out);
    return out;
  }

 private:
  Result<void> check_input() const {
    if (passes_.file()) return {};
    const auto needs_file = [&](bool asked, const std::string& flag, const std::string& what) -> Result<void> {
      if (!asked) return {};
      return Error{Code::usage, "--" + flag,
                   what + ", and a pipe can be read once; save the data in a file, or leave this out"};
    };
    if (const auto fits = needs_file(request_.passes > 1, "passes", "more than one pass reads the text again"); !fits)
      return fits;
    if (const auto fits = needs_file(request_.shuffled, "order", "shuffled takes blocks from anywhere in the text");
        !fits)
      return fits;
    return needs_file(request_.final_pass, "final-pass", "a last pass reads the text again");
  }

  StreamPasses::Take taker() {
    return [this](RowBlock& block, std::span<const std::uint32_t> order) -> Result<void> {
      const std::uint64_t work = std::visit([](const auto& x) { return 4 * (x.stored() + x.rows); }, block.rows.x);
      if (auto taken = learning_.take(block, order); !taken) return taken;
      report();
      if (learning_.clean()) return Error{Code::interrupted, source_, "a clean pass"};  // ends the reading
      if (!stop_.stopped(work) && !stop_.ended()) return {};
      halted_ = stop_.why();
      return Error{Code::interrupted, source_, "stopped"};
    };
  }

  /// Was it the run's end that ended the reading? Notes why.
  bool is_halt(const Error& error) {
    if (!halted_ && error.code == Code::interrupted && stop_.why() != Halt::go_on) halted_ = stop_.why();
    return halted_.has_value();
  }

  void report() const {
    if (!observer_.stream) return;
    const StreamTraining& run = learning_.so_far();
    observer_.stream({run.visits, run.passes, run.progressive.mean_loss(), run.progressive.error(), false});
  }

  /// The data set, the model and what is said of them.
  void describe(Streamed& out) {
    Dataset& data = out.data;
    data.rows = learning_.seen().rows;
    data.cols = learning_.seen().cols;
    data.columns = learning_.seen().columns;
    data.form = learning_.seen().form;
    data.computed = data.form.hash_bits > 0 || data.form.rounded;
    data.levels.clear();
    data.classes.clear();
    learning_.classes().describe(data);
    Trained& t = out.trained;
    StreamTraining run = learning_.so_far();
    run.passes = std::max<std::uint64_t>(made_ + (halted_ ? 1 : 0), 1);
    const bool clean = learning_.clean();
    StreamEnd end = StreamEnd::of(request_, halted_,
                                  clean ? counted(data.rows, "visit") + " in a row without a mistake" : "", run.passes);
    Targets targets;
    targets.classes = learning_.classes().classes();
    const Multiclass way = targets.binary() ? Multiclass::none : Multiclass::one_vs_rest;
    const auto rows = LearnerRows::fit(data, {}, "", 0, source_);
    if (request_.is_perceptron()) {
      std::vector<PerceptronResult> results = learning_.family();
      run.exact = true;
      run.visits = results[0].visits;  // of a run that a clean pass ended, fewer than rows were read
      for (const PerceptronResult& r : results) {
        run.updates += r.updates;
        run.exact = run.exact && r.exact;
      }
      end.judge(results);
      t.model = assemble(data, rows.value(), targets, way, request_.perceptron, request_.preset, results);
    } else {
      std::vector<LinearRun> results;
      for (OnlineWeights& w : learning_.weights()) {
        results.emplace_back();
        results.back().result.w = std::move(w.w);
        results.back().b = {w.b};
      }
      LinearRequest linear;
      linear.options.bias = request_.online.bias;
      t.model = assemble(data, rows.value(), targets, request_.algorithm, way, linear, results);
    }
    t.status = end.status;
    t.stop_reason = end.reason;
    t.of_learner = std::move(run);
  }

  std::string source_;
  const StreamRequest& request_;
  ReadOptions options_;
  const TrainObserver& observer_;
  StopToken stop_;
  StreamPasses passes_;
  StreamLearning learning_;
  std::uint64_t made_ = 0;  // whole passes
  std::optional<Halt> halted_;
};

/// The objective and the training counts, from one more pass: the same text, and no column but the model's.
Result<void> judge(Streamed& s, const std::string& path, const Settings& settings, const StreamRequest& request,
                   const TrainObserver& observer) {
  auto options = read_options_for(s.trained.model, settings, true);
  if (!options) return options.error();
  options.value().rounded = s.data.form.rounded;
  const std::optional<LossKind> loss =
      request.is_perceptron() ? std::nullopt : std::optional<LossKind>(request.online.loss);
  const auto scored = score_stream(s.trained.model, path, std::move(options).value(), loss, s.request.threads,
                                   observer.perceptron.stop);
  if (!scored) return scored.error();
  const StreamScores& all = scored.value();
  if (all.text_hash != s.data.text_hash) return changed_text(s.request.source);
  s.trained.train = all.counts;
  if (!loss) return {};
  double penalty = 0;
  const OnlineOptions& o = request.online;
  const auto add = [&](double v) { penalty += o.l1() * std::fabs(v) + o.l2() * v * v / 2; };
  for (const double v : s.trained.model.w) add(v);
  if (o.bias == Bias::augmented) std::for_each(s.trained.model.b.begin(), s.trained.model.b.end(), add);
  std::get<StreamTraining>(s.trained.of_learner).objective = all.loss / all.weight + penalty;
  return {};
}

}  // namespace

Result<Streamed> train_on_stream(const std::string& path, const Settings& settings, const TrainObserver& observer) {
  const auto request = stream_request(settings);
  if (!request) return request.error();
  const auto options = stream_read_options(settings);
  if (!options) return options.error();
  const auto threads = thread_count(settings);
  if (!threads) return threads.error();
  TrainRequest of_reports;
  of_reports.algorithm = request.value().algorithm;
  of_reports.perceptron.preset = request.value().preset;
  of_reports.positive = request.value().positive;
  of_reports.source = path == "-" ? "stdin" : shown(path, 4096);
  of_reports.threads = threads.value();
  of_reports.missing = options.value().missing;
  auto out = StreamRun(path, request.value(), options.value(), observer).run(of_reports);
  if (!out) return out;
  const Trained& t = out.value().trained;
  if (const auto fits = check_weights(t.model, of_reports.source); !fits) return fits.error();
  const bool whole = t.status != Status::interrupted && t.status != Status::timeout;
  if (!request.value().final_pass || !whole) return out;
  const auto judged = judge(out.value(), path, settings, request.value(), observer);
  if (judged) return out;
  if (judged.error().code != Code::interrupted) return judged.error();
  const Halt why = observer.perceptron.stop.why();
  Trained& unjudged = out.value().trained;
  unjudged.status = ended_by(why);
  unjudged.stop_reason += std::string("; ") + text_of(why) + " in the last pass, which tells the objective";
  return out;
}

}  // namespace halfspace
