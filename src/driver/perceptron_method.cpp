#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "driver/confusion.hpp"
#include "driver/method.hpp"
#include "feature/learner_rows.hpp"
#include "shard/perceptron_state.hpp"
#include "train/assemble.hpp"

namespace halfspace {
namespace {

class PerceptronMethod final : public Method {
 public:
  PerceptronMethod(ShardFacts facts, TrainRequest request, StreamRequest choices, Targets targets)
      : facts_(std::move(facts)),
        request_(std::move(request)),
        choices_(std::move(choices)),
        targets_(std::move(targets)) {
    visits_.options = choices_.perceptron;
    const bool ends = choices_.perceptron.stop == Stop::clean_pass || choices_.perceptron.ends_on_clean_pass;
    visits_.clean_after = ends ? facts_.rows : 0;
    for (std::uint32_t k = 0; k < runs(); ++k) visits_.positive.push_back(targets_.binary() ? 1 : k);
    visits_.states.resize(runs());
    visits_.shard = first_shard();
  }

  bool done() const override { return stage_ == Stage::over; }

  Question ask() const override {
    Question q;
    q.cols = facts_.cols;
    q.bias = true;
    q.classes = targets_.classes;
    q.round = round_;
    if (stage_ == Stage::visits) {
      q.ask = Ask::visits;
      q.visits = visits_;
      return q;
    }
    q.ask = Ask::mistakes;
    q.first_moment.assign(q.dims(), 0);
    q.second_moment.assign(q.dims(), 0);
    for (const PerceptronResult& r : results()) {
      Task t;
      t.weights = r.w;
      t.weights.push_back(r.b[0]);
      q.tasks.push_back(std::move(t));
    }
    return q;
  }

  Result<void> tell(const Answer& answer) override {
    ++round_;
    if (stage_ == Stage::mistakes) {
      if (!is_whole_count(answer, targets_.classes.size())) return incomplete();
      counts_ = counts_of(answer, targets_.classes.size(), false);
      if (auto all = check_rows(counts_.rows, facts_.rows); !all) return all;
      confusion_ = answer.count;
      stage_ = Stage::over;
      return {};
    }
    if (answer.states.size() != runs())
      return Error{Code::bad_data, "partitions", "no answer came from partition " + std::to_string(visits_.shard)};
    visits_.states = answer.states;
    if (clean()) {
      stage_ = Stage::mistakes;
      clean_ = true;
    } else if (++visits_.shard >= facts_.first_row.size()) {
      end_pass();
    }
    return {};
  }

  DriverProgress progress() const override {
    DriverProgress out;
    out.rounds = round_;
    if (stage_ == Stage::visits) out.shard = visits_.shard;
    return out;
  }

  bool end(Halt why) override {
    if (passes_ == 0 && visits_.shard == first_shard()) return false;
    stage_ = Stage::over;
    halted_ = why;
    return true;
  }

  void pack(Packer& to) const override {
    to.number(stage_);
    to.number(round_);
    to.number(passes_);
    to.number<std::uint8_t>(clean_ ? 1 : 0);
    to.number(visits_.shard);
    to.texts(visits_.states);
    to.array<std::uint64_t>(confusion_);
    to.number(counts_.loss);
  }

  bool unpack(Unpacker& from) override {
    stage_ = from.number<Stage>();
    round_ = from.number<std::uint64_t>();
    passes_ = from.number<std::uint64_t>();
    clean_ = from.number<std::uint8_t>() != 0;
    visits_.shard = from.number<std::uint64_t>();
    visits_.states = from.texts();
    confusion_ = from.array<std::uint64_t>();
    Answer counted;
    counted.count = confusion_;
    counts_ = counts_of(counted, targets_.classes.size(), false);
    counts_.loss = from.number<double>();
    const std::size_t K = targets_.classes.size();
    if (!confusion_.empty() && confusion_.size() != K * K) return false;
    return from.ok() && stage_ <= Stage::over && visits_.states.size() == runs() && readable() &&
           visits_.shard < facts_.first_row.size();
  }

  Result<Trained> trained(const Dataset& data) const override;

 private:
  enum class Stage : std::uint8_t { visits, mistakes, over };

  std::size_t runs() const { return targets_.binary() ? 1 : targets_.classes.size(); }
  static std::uint64_t first_shard() { return 0; }

  PerceptronLearner learner(std::size_t k) const { return *learner_of(visits_.options, visits_.states[k]); }

  bool readable() const {
    return std::all_of(visits_.states.begin(), visits_.states.end(),
                       [&](const std::string& s) { return learner_of(visits_.options, s).has_value(); });
  }

  bool clean() const {
    if (visits_.clean_after == 0) return false;
    for (std::size_t k = 0; k < runs(); ++k)
      if (!learner(k).clean(visits_.clean_after)) return false;
    return true;
  }

  void end_pass() {
    for (std::size_t k = 0; k < runs(); ++k) {
      PerceptronLearner ended = learner(k);
      ended.end_pass();
      visits_.states[k] = state_bytes(ended);
    }
    visits_.shard = first_shard();
    if (++passes_ >= choices_.passes) stage_ = Stage::mistakes;
  }

  std::vector<PerceptronResult> results() const {
    std::vector<PerceptronResult> out;
    out.reserve(runs());
    for (std::size_t k = 0; k < runs(); ++k) out.push_back(learner(k).result(facts_.cols));
    return out;
  }

  ShardFacts facts_;
  TrainRequest request_;
  StreamRequest choices_;
  Targets targets_;
  Stage stage_ = Stage::visits;
  std::uint64_t round_ = 1;
  std::uint64_t passes_ = 0;  // whole ones
  bool clean_ = false;
  std::optional<Halt> halted_;
  TravellingVisits visits_;
  std::vector<std::uint64_t> confusion_;
  Counts counts_;
};

Result<Trained> PerceptronMethod::trained(const Dataset& data) const {
  const auto rows = LearnerRows::fit(data, {}, "", 0, request_.source);
  if (!rows) return rows.error();
  Trained t;
  StreamTraining run;
  run.request = choices_;
  run.passes = passes_ + (clean_ || halted_ ? 1 : 0);
  const bool missed = choices_.perceptron.stop == Stop::clean_pass && choices_.passes > 1;
  t.status = halted_  ? ended_by(*halted_)
             : clean_ ? Status::converged
             : missed ? Status::not_converged
                      : Status::passes;
  t.stop_reason = halted_  ? "ended from outside"
                  : clean_ ? counted(facts_.rows, "visit") + " in a row without a mistake"
                  : missed ? "the cap of " + counted(run.passes, "pass") + " is reached"
                           : counted(run.passes, "pass") + " made";
  std::vector<PerceptronResult> results = this->results();
  run.exact = true;
  run.visits = results[0].visits;
  for (const PerceptronResult& r : results) {
    run.updates += r.updates;
    run.exact = run.exact && r.exact;
  }
  if (results.size() == 1 && results[0].status == Status::vacuous) {
    t.status = Status::vacuous;
    t.stop_reason = "all weights are 0: no row was a mistake";
  }
  const Multiclass way = targets_.binary() ? Multiclass::none : Multiclass::one_vs_rest;
  t.model = assemble(data, rows.value(), targets_, way, choices_.perceptron, choices_.preset, results);
  t.of_learner = std::move(run);
  t.train = counts_;
  return t;
}

}  // namespace

Result<StreamRequest> perceptron_method_request(const Settings& settings) {
  auto request = stream_request(settings);
  if (!request && request.error().code == Code::usage && request.error().message.find("stream") != std::string::npos)
    return Error{Code::usage, request.error().where, "is not for rows in partitions; leave it out"};
  if (request && request.value().shuffled)
    return Error{Code::usage, "--order", "shuffled is not for rows in partitions; their order is that of the rows"};
  return request;
}

Result<std::unique_ptr<Method>> perceptron_method(const ShardFacts& facts, const TrainRequest& request,
                                                  const StreamRequest& choices) {
  auto targets = find_targets(facts.described(), request.positive, request.source);
  if (!targets) return std::move(targets).error();
  return std::unique_ptr<Method>(
      std::make_unique<PerceptronMethod>(facts, request, choices, std::move(targets).value()));
}

}  // namespace halfspace
