#include "driver/softmax_method.hpp"

#include <utility>

#include "driver/confusion.hpp"
#include "driver/objective_method.hpp"
#include "driver/softmax_run.hpp"
#include "driver/softmax_state.hpp"
#include "feature/learner_rows.hpp"
#include "shard/softmax_sums.hpp"
#include "train/assemble.hpp"

namespace halfspace {
namespace {

class SoftmaxMethod final : public ObjectiveMethod {
 public:
  SoftmaxMethod(ShardFacts facts, TrainRequest request, Targets targets, std::vector<double> class_weight)
      : ObjectiveMethod(std::move(facts), std::move(request), std::move(targets), std::move(class_weight)),
        run_(this->facts(), options()) {}

  DriverProgress progress() const override {
    DriverProgress out;
    out.rounds = round();
    out.objective = run_.state().primal * unit();
    if (stage() != Stage::sizes && run_.has_point()) out.gap = run_.state().gap * unit();
    return out;
  }

  Result<Trained> trained(const Dataset& data) const override;

 private:
  void begin_runs() override { run_.begin(); }

  void ask_runs(Question& q) const override {
    q.ask = Ask::softmax;
    q.softmax = run_.task();
  }

  Result<void> take_runs(const Answer& answer, const Question& asked) override {
    if (answer.sum.size() != SoftmaxSums::size(asked) || answer.exact.size() != SoftmaxSums::exact_size(asked))
      return incomplete();
    run_.take(answer.sum, answer.exact);
    return {};
  }

  bool runs_are_done() const override { return run_.done(); }

  bool end_runs(Halt why) override {
    if (!run_.has_point()) return false;
    run_.end(why);
    return true;
  }

  std::vector<std::vector<double>> weights_of_outputs() const override {
    std::vector<std::vector<double>> out;
    out.reserve(targets().classes.size());
    for (std::size_t k = 0; k < targets().classes.size(); ++k) out.push_back(run_.weights_of(k));
    return out;
  }

  void pack_runs(Packer& to) const override { halfspace::pack(to, run_.state()); }

  bool unpack_runs(Unpacker& from) override {
    run_.go_on_with(softmax_state_from(from));
    return stage() == Stage::sizes ||
           (from.ok() && fits_weights(run_.state(), run_.size()) && (stage() == Stage::runs) == !run_.done());
  }

  SoftmaxRun run_;
};

Result<Trained> SoftmaxMethod::trained(const Dataset& data) const {
  auto rows = LearnerRows::fit(data, {}, "", 0, request().source);
  if (!rows) return std::move(rows).error();
  Trained t;
  LinearTraining& all = t.of_learner.emplace<LinearTraining>();
  all.request = request().linear;
  all.multiclass = Multiclass::multinomial;
  all.unit = unit();
  LinearRun run;
  run.result = run_.result();
  run.b = run_.biases();
  t.status = run.result.status;
  t.stop_reason = run.result.stop_reason;
  all.runs.push_back(std::move(run));
  t.model = assemble(data, rows.value(), targets(), request().algorithm, all.multiclass, request().linear, all.runs);
  t.train = counts();
  return t;
}

}  // namespace

Result<std::unique_ptr<Method>> softmax_method(const ShardFacts& facts, const TrainRequest& request,
                                               const Targets& targets, std::vector<double> class_weight) {
  return std::unique_ptr<Method>(std::make_unique<SoftmaxMethod>(facts, request, targets, std::move(class_weight)));
}

}  // namespace halfspace
