#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "driver/confusion.hpp"
#include "driver/counted.hpp"
#include "driver/method.hpp"
#include "driver/scale_search.hpp"
#include "driver/visit_runs.hpp"
#include "train/assemble.hpp"
#include "train/stream/stream_end.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_mixed_bytes = std::uint64_t{1} << 30U;  // of a question, and of its answer

class PerceptronMethod final : public Method {
 public:
  PerceptronMethod(ShardFacts facts, TrainRequest request, StreamRequest choices, Targets targets)
      : facts_(std::move(facts)),
        request_(std::move(request)),
        choices_(std::move(choices)),
        targets_(std::move(targets)) {
    for (std::uint32_t k = 0; k < runs(); ++k) positive_.push_back(targets_.binary() ? 1 : k);
    runs_ =
        choices_.mixing_blocks > 0 ? mixing_runs(facts_, choices_, runs()) : travelling_runs(facts_, choices_, runs());
  }

  bool done() const override { return stage_ == Stage::over; }

  Question ask() const override {
    Question q;
    q.cols = facts_.cols;
    q.bias = true;
    q.classes = targets_.classes;
    q.round = round_;
    q.scale = facts_.scale;
    if (stage_ == Stage::visits) {
      q.ask = Ask::visits;
      q.visits = TravellingVisits{choices_.perceptron, runs_->clean_after(), positive_, runs_->legs()};
      return q;
    }
    q.first_moment.assign(q.dims(), 0);
    q.second_moment.assign(q.dims(), 0);
    std::vector<std::vector<double>> weights;
    for (const PerceptronResult& r : runs_->results()) {
      weights.push_back(r.w);
      weights.back().push_back(r.b[0]);
    }
    q.decimals = static_cast<std::int16_t>(runs_->decimals());
    Counted::ask(q, std::move(weights));
    return q;
  }

  Result<void> tell(const Answer& answer) override {
    if (stage_ == Stage::mistakes) {
      if (auto taken = counted_.take(answer, ask()); !taken) return taken;
      if (auto all = check_rows(counted_.counts().rows, facts_.rows); !all) return all;
      stage_ = Stage::over;
    } else if (!runs_->take(answer.states)) {
      return no_answer(answer);
    } else if (runs_->clean() || runs_->passes() >= choices_.passes) {
      stage_ = Stage::mistakes;
    }
    ++round_;
    return {};
  }

  DriverProgress progress() const override {
    DriverProgress out;
    out.rounds = round_;
    if (stage_ != Stage::visits) return out;
    const std::vector<Leg> legs = runs_->legs();
    if (legs.size() == 1) out.shard = legs[0].shard;
    return out;
  }

  bool end(Halt why) override {
    if (!runs_->begun()) return false;
    stage_ = Stage::over;
    halted_ = why;
    return true;
  }

  void pack(Packer& to) const override {
    to.number(stage_);
    to.number(round_);
    runs_->pack(to);
    counted_.pack(to);
  }

  bool unpack(Unpacker& from) override {
    stage_ = from.number<Stage>();
    round_ = from.number<std::uint64_t>();
    if (!runs_->unpack(from)) return false;
    if (!counted_.unpack(from, targets_.classes.size())) return false;
    return from.ok() && stage_ <= Stage::over;
  }

  Result<Trained> trained(const Dataset& data) const override;

 private:
  enum class Stage : std::uint8_t { visits, mistakes, over };

  std::size_t runs() const { return targets_.binary() ? 1 : targets_.classes.size(); }

  /// Which partition's perceptrons did not come.
  Error no_answer(const Answer& answer) const {
    const std::vector<Leg> legs = runs_->legs();
    for (std::size_t k = 0; k < answer.states.size() && k / runs() < legs.size(); ++k) {
      if (answer.states[k].empty())
        return {Code::bad_data, "partitions",
                "no answer came from partition " + std::to_string(legs[k / runs()].shard)};
    }
    return incomplete();
  }

  std::string clean_text() const {
    if (choices_.mixing_blocks > 0) return "a pass without a mistake in any block";
    return counted(facts_.rows, "visit") + " in a row without a mistake";
  }

  ShardFacts facts_;
  TrainRequest request_;
  StreamRequest choices_;
  Targets targets_;
  Stage stage_ = Stage::visits;
  std::uint64_t round_ = 1;
  std::vector<std::uint32_t> positive_;
  std::unique_ptr<VisitRuns> runs_;
  std::optional<Halt> halted_;
  Counted counted_;
};

Result<Trained> PerceptronMethod::trained(const Dataset& data) const {
  const auto rows = learner_rows(data, request_.features.scale, facts_.scale, request_.source);
  if (!rows) return rows.error();
  Trained t;
  StreamTraining run;
  run.request = choices_;
  run.partitions = true;
  const bool clean = runs_->clean();
  const bool within = halted_ || (clean && choices_.mixing_blocks == 0);  // a pass
  run.passes = runs_->passes() + (within ? 1 : 0);
  StreamEnd end = StreamEnd::of(choices_, halted_, clean ? clean_text() : "", run.passes);
  std::vector<PerceptronResult> results = runs_->results();
  run.exact = true;
  run.visits = results[0].visits;
  for (const PerceptronResult& r : results) {
    run.updates += r.updates;
    run.exact = run.exact && r.exact;
  }
  end.judge(results);
  t.status = end.status;
  t.stop_reason = end.reason;
  const Multiclass way = targets_.binary() ? Multiclass::none : Multiclass::one_vs_rest;
  t.model = assemble(data, rows.value(), targets_, way, choices_.perceptron, choices_.preset, results);
  t.of_learner = std::move(run);
  t.train = counted_.counts();
  return t;
}

}  // namespace

Result<StreamRequest> perceptron_method_request(const Settings& settings) {
  Settings others = settings;
  for (const char* flag : {"mixing-blocks", "scale"}) others.values.erase(flag);
  auto request = stream_request(others);
  if (!request && request.error().code == Code::usage && request.error().message.find("stream") != std::string::npos)
    return Error{Code::usage, request.error().where, "is not for rows in partitions; leave it out"};
  if (request && request.value().shuffled)
    return Error{Code::usage, "--order", "shuffled is not for rows in partitions; their order is that of the rows"};
  if (!request || !settings.has("mixing-blocks")) return request;
  constexpr std::uint64_t most_blocks = 4096;
  const auto blocks = settings.count("mixing-blocks", 0);
  if (!blocks) return blocks.error();
  if (blocks.value() == 0 || blocks.value() > most_blocks)
    return Error{Code::usage, "--mixing-blocks", std::to_string(blocks.value()) + " is outside 1..4096"};
  request.value().mixing_blocks = blocks.value();
  return request;
}

Result<std::unique_ptr<Method>> perceptron_method(const ShardFacts& facts, const TrainRequest& request,
                                                  const StreamRequest& choices) {
  auto targets = find_targets(facts.described(), request.positive, request.source);
  if (!targets) return std::move(targets).error();
  const std::uint64_t runs = targets.value().binary() ? 1 : targets.value().classes.size();
  const std::uint64_t blocks = std::min(choices.mixing_blocks, facts.all_rows);
  const std::uint64_t vectors = blocks * runs * (choices.perceptron.keep == Keep::average ? 2 : 1);
  if (const std::uint64_t bytes = vectors * (facts.cols + 1) * sizeof(double); bytes > most_mixed_bytes)
    return Error{Code::usage, "--mixing-blocks",
                 counted(blocks, "block") + " of " + counted(facts.cols, "column") + " take " + grouped(bytes >> 20U) +
                     " MiB a round, more than 1,024; choose fewer"};
  return std::unique_ptr<Method>(
      std::make_unique<PerceptronMethod>(facts, request, choices, std::move(targets).value()));
}

}  // namespace halfspace
