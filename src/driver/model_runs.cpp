#include "driver/model_runs.hpp"

#include <algorithm>
#include <utility>

#include "driver/kinked_run.hpp"
#include "driver/newton_run.hpp"
#include "driver/softmax_run.hpp"
#include "driver/softmax_state.hpp"
#include "shard/softmax_sums.hpp"
#include "shard/task_sums.hpp"

namespace halfspace {
namespace {

class RunsOfClasses final : public ModelRuns {
 public:
  RunsOfClasses(ModelGround ground, std::uint32_t count) : ground_(std::move(ground)) {
    for (std::uint32_t k = 0; k < count; ++k) {
      runs_.push_back(objective_run(ground_.facts, ground_.options, count == 1 ? 1 : k));
    }
  }

  void begin() override {
    for (const auto& run : runs_) run->begin();
  }
  bool done() const override {
    return std::all_of(runs_.begin(), runs_.end(), [](const auto& r) { return r->done(); });
  }
  bool has_point() const override {
    return std::all_of(runs_.begin(), runs_.end(), [](const auto& r) { return r->has_point(); });
  }
  double primal() const override {
    double sum = 0;
    for (const auto& run : runs_) sum += run->primal();
    return sum;
  }
  double gap() const override {
    double most = 0;
    for (const auto& run : runs_) most = std::max(most, run->gap());
    return most;
  }

  void ask(Question& q) const override {
    q.ask = Ask::work;
    for (const auto& run : runs_) {
      if (run->done()) continue;
      Task& t = q.tasks.emplace_back(run->task());
      t.left_out = ground_.left_out;
      t.class_weight = ground_.class_weight;
    }
  }

  bool take(AnswerReader& answer, const Question& asked) override {
    for (const auto& run : runs_) {
      if (run->done()) continue;
      if (answer.task >= asked.tasks.size()) return false;
      const std::size_t sums = TaskSums::size(asked, asked.tasks[answer.task]);
      if (!answer.has(sums, slots)) return false;
      run->take(answer.sum.first(sums), answer.exact.first(slots));
      answer.skip(sums, slots);
    }
    return true;
  }

  void end(Halt why) override {
    for (const auto& run : runs_) run->end(why);
  }

  std::vector<std::vector<double>> weights() const override {
    std::vector<std::vector<double>> out;
    out.reserve(runs_.size());
    for (const auto& run : runs_) out.emplace_back(run->point().begin(), run->point().end());
    return out;
  }

  std::vector<LinearRun> results(const Targets& targets) const override {
    std::vector<LinearRun> out;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      LinearRun& run = out.emplace_back();
      if (runs_.size() > 1) run.label = targets.classes[k];
      run.result = runs_[k]->result();
      run.b = {run.result.b};
    }
    return out;
  }

  void pack(Packer& to) const override {
    for (const auto& run : runs_) run->pack(to);
  }
  bool unpack(Unpacker& from, bool) override {
    return std::all_of(runs_.begin(), runs_.end(), [&](const auto& run) { return run->unpack(from); });
  }

 private:
  ModelGround ground_;
  std::vector<std::unique_ptr<ObjectiveRun>> runs_;
};

class RunOfAllClasses final : public ModelRuns {
 public:
  explicit RunOfAllClasses(ModelGround ground) : ground_(std::move(ground)), run_(ground_.facts, ground_.options) {}

  void begin() override { run_.begin(); }
  bool done() const override { return run_.done(); }
  bool has_point() const override { return run_.has_point(); }
  double primal() const override { return run_.state().primal; }
  double gap() const override { return run_.state().gap; }

  void ask(Question& q) const override {
    q.ask = Ask::softmax;
    if (run_.done()) return;
    SoftmaxTask& t = q.softmax.emplace_back(run_.task());
    t.left_out = ground_.left_out;
    t.class_weight = ground_.class_weight;
  }

  bool take(AnswerReader& answer, const Question& asked) override {
    if (run_.done()) return true;
    if (answer.task >= asked.softmax.size()) return false;
    const SoftmaxTask& t = asked.softmax[answer.task];
    const std::size_t sums = SoftmaxSums::size(asked, t);
    const std::size_t exacts = SoftmaxSums::exact_size(asked, t);
    if (!answer.has(sums, exacts)) return false;
    run_.take(answer.sum.first(sums), answer.exact.first(exacts));
    answer.skip(sums, exacts);
    return true;
  }

  void end(Halt why) override { run_.end(why); }

  std::vector<std::vector<double>> weights() const override {
    std::vector<std::vector<double>> out;
    const std::size_t K = ground_.facts.classes.size();
    out.reserve(K);
    for (std::size_t k = 0; k < K; ++k) out.push_back(run_.weights_of(k));
    return out;
  }

  std::vector<LinearRun> results(const Targets&) const override {
    std::vector<LinearRun> out(1);
    out[0].result = run_.result();
    out[0].b = run_.biases();
    return out;
  }

  void pack(Packer& to) const override { halfspace::pack(to, run_.state()); }
  bool unpack(Unpacker& from, bool begun) override {
    run_.go_on_with(softmax_state_from(from));
    return from.ok() && (!begun || fits_weights(run_.state(), run_.size(), run_.dims()));
  }

 private:
  ModelGround ground_;
  SoftmaxRun run_;
};

}  // namespace

std::unique_ptr<ObjectiveRun> objective_run(const ShardFacts& facts, const LinearOptions& options,
                                            std::uint32_t positive) {
  if (options.half_square()) return std::make_unique<NewtonRun>(facts, options, positive);
  return std::make_unique<KinkedRun>(facts, options, positive);
}

std::unique_ptr<ModelRuns> model_runs(ModelGround ground, const Targets& targets, Multiclass multiclass) {
  if (multiclass == Multiclass::multinomial) return std::make_unique<RunOfAllClasses>(std::move(ground));
  const auto count = targets.binary() ? 1U : static_cast<std::uint32_t>(targets.classes.size());
  return std::make_unique<RunsOfClasses>(std::move(ground), count);
}

LinearTraining linear_training(const ModelRuns& runs, const Targets& targets, const LinearRequest& request,
                               Multiclass multiclass, double unit) {
  LinearTraining out;
  out.request = request;
  out.multiclass = multiclass;
  out.unit = unit;
  out.runs = runs.results(targets);
  return out;
}

std::pair<Status, std::string> outcome_of(const LinearTraining& all) {
  const LinearRun& worst = all.least_far();
  const std::string place = worst.label.empty() ? "" : all.place_of(worst) + ": ";
  return {worst.result.status, place + worst.result.stop_reason};
}

}  // namespace halfspace
