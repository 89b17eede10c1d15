#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "driver/confusion.hpp"
#include "driver/kinked_run.hpp"
#include "driver/newton_run.hpp"
#include "driver/objective_method.hpp"
#include "driver/softmax_method.hpp"
#include "feature/learner_rows.hpp"
#include "shard/task_sums.hpp"
#include "train/assemble.hpp"
#include "train/class_weight.hpp"
#include "train/objective/linear_multiclass.hpp"

namespace halfspace {
namespace {

Error refused(const std::string& flag, const std::string& why) { return {Code::usage, "--" + flag, why}; }

/// Weights of the classes in their order; empty: all 1. "balanced" goes by the row weights of the classes.
Result<std::vector<double>> weights_of_classes(const ShardFacts& facts, const std::string& text,
                                               const Targets& targets) {
  if (text.empty()) return std::vector<double>{};
  if (text == "balanced") {
    double all = 0;
    for (const double w : facts.weight_of) all += w;
    std::vector<double> out;
    for (const std::string& label : targets.classes) {
      const auto at = static_cast<std::size_t>(
          std::find_if(facts.classes.begin(), facts.classes.end(), [&](const auto& c) { return c.text == label; }) -
          facts.classes.begin());
      out.push_back(all / (static_cast<double>(facts.classes.size()) * facts.weight_of[at]));
    }
    return out;
  }
  return class_weights(text, targets, {});
}

class LinearMethod final : public ObjectiveMethod {
 public:
  LinearMethod(ShardFacts facts, TrainRequest request, Targets targets, Multiclass multiclass,
               std::vector<double> class_weight)
      : ObjectiveMethod(std::move(facts), std::move(request), std::move(targets), std::move(class_weight)),
        multiclass_(multiclass) {
    order_facts();
    const std::uint32_t needed =
        this->targets().binary() ? 1 : static_cast<std::uint32_t>(this->targets().classes.size());
    for (std::uint32_t k = 0; k < needed; ++k) runs_.push_back(new_run(this->targets().binary() ? 1 : k));
  }

  DriverProgress progress() const override {
    DriverProgress out;
    out.rounds = round();
    double gap = 0;
    for (const auto& run : runs_) {
      out.objective += run->primal() * unit();
      gap = std::max(gap, run->gap() * unit());
    }
    if (std::isfinite(gap) && stage() != Stage::sizes) out.gap = gap;
    return out;
  }

  Result<Trained> trained(const Dataset& data) const override;

 private:
  std::unique_ptr<ObjectiveRun> new_run(std::uint32_t of) const {
    if (options().half_square()) return std::make_unique<NewtonRun>(facts(), options(), of);
    return std::make_unique<KinkedRun>(facts(), options(), of);
  }

  void begin_runs() override {
    for (const auto& run : runs_) run->begin();
  }

  void ask_runs(Question& q) const override {
    q.ask = Ask::work;
    for (const auto& run : runs_)
      if (!run->done()) q.tasks.push_back(run->task());
  }

  Result<void> take_runs(const Answer& answer, const Question& asked) override {
    std::size_t size = 0;
    for (const Task& t : asked.tasks) size += TaskSums::size(asked, t);
    if (answer.sum.size() != size || answer.exact.size() != slots * asked.tasks.size()) return incomplete();
    std::size_t at = 0;
    std::size_t task = 0;
    for (const auto& run : runs_) {
      if (run->done()) continue;
      const std::size_t own = TaskSums::size(asked, asked.tasks[task]);
      run->take(std::span(answer.sum).subspan(at, own), std::span(answer.exact).subspan(slots * task, slots));
      at += own;
      ++task;
    }
    return {};
  }

  bool runs_are_done() const override {
    return std::all_of(runs_.begin(), runs_.end(), [](const auto& r) { return r->done(); });
  }

  bool end_runs(Halt why) override {
    if (!std::all_of(runs_.begin(), runs_.end(), [](const auto& r) { return r->has_point(); })) return false;
    for (const auto& run : runs_) run->end(why);
    return true;
  }

  std::vector<std::vector<double>> weights_of_outputs() const override {
    std::vector<std::vector<double>> out;
    out.reserve(runs_.size());
    for (const auto& run : runs_) out.emplace_back(run->point().begin(), run->point().end());
    return out;
  }

  void pack_runs(Packer& to) const override {
    for (const auto& run : runs_) run->pack(to);
  }

  bool unpack_runs(Unpacker& from) override {
    return std::all_of(runs_.begin(), runs_.end(), [&](const auto& run) { return run->unpack(from); });
  }

  Multiclass multiclass_;
  std::vector<std::unique_ptr<ObjectiveRun>> runs_;
};

Result<Trained> LinearMethod::trained(const Dataset& data) const {
  auto rows = LearnerRows::fit(data, {}, "", 0, request().source);
  if (!rows) return std::move(rows).error();
  Trained t;
  LinearTraining& all = t.of_learner.emplace<LinearTraining>();
  all.request = request().linear;
  all.multiclass = multiclass_;
  all.unit = unit();
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    LinearRun run;
    if (!targets().binary()) run.label = targets().classes[k];
    run.result = runs_[k]->result();
    run.b = {run.result.b};
    all.runs.push_back(std::move(run));
  }
  const LinearRun& worst = all.least_far();
  t.status = worst.result.status;
  t.stop_reason = (worst.label.empty() ? "" : all.place_of(worst) + ": ") + worst.result.stop_reason;
  t.model = assemble(data, rows.value(), targets(), request().algorithm, multiclass_, request().linear, all.runs);
  t.train = counts();
  return t;
}

}  // namespace

Result<void> check_linear_method(const TrainRequest& r) {
  const LinearOptions& o = r.linear.options;
  if (r.linear.kernel.on()) return refused("kernel", "is not for rows in partitions; leave it out");
  if (!o.half_square() && !o.has_kink())
    return refused("penalty", std::string(name_of(o.penalty)) + " is not for rows in partitions; choose " +
                                  alternatives(names_that<PenaltyKind>(is_weighed)));
  if (r.linear.hard_margin()) return refused("C", "inf is not for rows in partitions; choose a finite number");
  if (!is_offered(o.loss)) return refused("loss", "perceptron is no objective; choose --algorithm perceptron");
  if (o.solver != LinearSolver::automatic)
    return refused("solver",
                   "is newton for rows in partitions, with conjugate gradients where columns are many; leave it out");
  if (r.linear.statistics) return refused("statistics", "are not for rows in partitions; leave it out");
  if (r.linear.start != nullptr) return refused("start", "is not for rows in partitions; leave it out");
  return {};
}

Result<std::unique_ptr<Method>> linear_method(const ShardFacts& facts, const TrainRequest& request) {
  auto targets = find_targets(facts.described(), request.positive, request.source);
  if (!targets) return std::move(targets).error();
  TrainRequest resolved = request;
  auto multiclass = choose_linear_multiclass(resolved, targets.value());
  if (!multiclass) return std::move(multiclass).error();
  if (multiclass.value() != Multiclass::none && multiclass.value() != Multiclass::one_vs_rest &&
      multiclass.value() != Multiclass::multinomial)
    return refused("multiclass",
                   std::string(name_of(multiclass.value())) + " is not for rows in partitions; choose one-vs-rest");
  auto weights = weights_of_classes(facts, request.linear.class_weight, targets.value());
  if (!weights) return std::move(weights).error();
  if (multiclass.value() == Multiclass::multinomial)
    return softmax_method(facts, resolved, targets.value(), std::move(weights).value());
  return std::unique_ptr<Method>(std::make_unique<LinearMethod>(facts, std::move(resolved), std::move(targets).value(),
                                                                multiclass.value(), std::move(weights).value()));
}

}  // namespace halfspace
