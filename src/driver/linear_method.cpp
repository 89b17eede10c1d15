#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "driver/confusion.hpp"
#include "driver/kinked_run.hpp"
#include "driver/method.hpp"
#include "driver/newton_run.hpp"
#include "driver/state_bytes.hpp"
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

class LinearMethod final : public Method {
 public:
  LinearMethod(ShardFacts facts, TrainRequest request, Targets targets, Multiclass multiclass,
               std::vector<double> class_weight)
      : facts_(std::move(facts)),
        request_(std::move(request)),
        targets_(std::move(targets)),
        multiclass_(multiclass),
        class_weight_(std::move(class_weight)) {
    order_facts();
    for (std::uint32_t k = 0; k < runs_needed(); ++k) runs_.push_back(new_run(positive(k)));
  }

  bool done() const override { return stage_ == Stage::over; }

  Question ask() const override {
    Question q;
    q.cols = facts_.cols;
    q.bias = options().bias != Bias::none;
    q.loss = options().loss;
    q.classes = targets_.classes;
    q.class_weight = class_weight_;
    q.round = round_;
    q.first_row = facts_.first_row;
    if (stage_ == Stage::sizes) {
      q.ask = Ask::sizes;
      facts_.bound_sizes(q);
      return q;
    }
    facts_.bound_work(q);
    q.ask = stage_ == Stage::runs ? Ask::work : Ask::mistakes;
    for (const auto& run : runs_) {
      if (stage_ == Stage::runs && !run->done()) q.tasks.push_back(run->task());
      if (stage_ == Stage::mistakes) {
        Task t;
        t.weights.assign(run->point().begin(), run->point().end());
        q.tasks.push_back(std::move(t));
      }
    }
    return q;
  }

  Result<void> tell(const Answer& answer) override {
    const Question asked = ask();
    if (answer.ask != asked.ask) return Error{Code::usage, "answer", "is to another question"};
    std::uint64_t answered = 0;
    for (const std::uint64_t n : answer.count) answered += n;  // of `mistakes` those of all pairs of classes
    if (auto all = check_rows(answered, facts_.rows); !all) return all;
    ++round_;
    if (stage_ == Stage::sizes) {
      if (auto taken = facts_.take_sizes(answer, asked); !taken) return taken;
      resolve_cost();
      for (const auto& run : runs_) run->begin();
      stage_ = Stage::runs;
    } else if (stage_ == Stage::runs) {
      std::size_t size = 0;
      for (const Task& t : asked.tasks) size += TaskSums::size(asked, t);
      if (answer.sum.size() != size || answer.exact.size() != slots * asked.tasks.size()) return incomplete();
      take_work(answer, asked);
    } else {
      if (!is_whole_count(answer, targets_.classes.size())) return incomplete();
      take_mistakes(answer);
      stage_ = Stage::over;
    }
    return {};
  }

  DriverProgress progress() const override {
    DriverProgress out;
    out.rounds = round_;
    double gap = 0;
    for (const auto& run : runs_) {
      out.objective += run->primal() * unit();
      gap = std::max(gap, run->gap() * unit());
    }
    if (std::isfinite(gap) && stage_ != Stage::sizes) out.gap = gap;
    return out;
  }

  bool end(Halt why) override {
    for (const auto& run : runs_) {
      if (!run->has_point()) return false;
      run->end(why);
    }
    stage_ = Stage::over;
    return true;
  }

  void pack(Packer& to) const override {
    to.number(stage_);
    to.number(round_);
    to.number(request_.linear.options.C);
    pack_sizes(to, facts_);
    for (const auto& run : runs_) run->pack(to);
    to.number(counts_.weight);
    to.number(counts_.mistaken_weight);
    to.number(counts_.loss);
    to.array<std::uint64_t>(confusion_);
  }

  bool unpack(Unpacker& from) override {
    stage_ = from.number<Stage>();
    round_ = from.number<std::uint64_t>();
    request_.linear.options.C = from.number<double>();
    unpack_sizes(from, facts_);
    for (const auto& run : runs_)
      if (!run->unpack(from)) return false;
    const auto weight = from.number<double>();
    const auto mistaken = from.number<double>();
    const auto loss = from.number<double>();
    Answer counted;
    counted.count = from.array<std::uint64_t>();
    if (!counted.count.empty() && counted.count.size() != targets_.classes.size() * targets_.classes.size())
      return false;
    confusion_ = counted.count;
    counts_ = counts_of(counted, targets_.classes.size(), false);
    counts_.weight = weight;
    counts_.mistaken_weight = mistaken;
    counts_.loss = loss;
    return from.ok() && stage_ <= Stage::over && fits();
  }

  Result<Trained> trained(const Dataset& data) const override;

 private:
  enum class Stage : std::uint8_t { sizes, runs, mistakes, over };

  const LinearOptions& options() const { return request_.linear.options; }
  std::uint32_t runs_needed() const {
    return targets_.binary() ? 1 : static_cast<std::uint32_t>(targets_.classes.size());
  }
  std::unique_ptr<ObjectiveRun> new_run(std::uint32_t of) const {
    if (options().half_square()) return std::make_unique<NewtonRun>(facts_, options(), of);
    return std::make_unique<KinkedRun>(facts_, options(), of);
  }
  std::uint32_t positive(std::uint32_t run) const { return targets_.binary() ? 1 : run; }
  double unit() const { return request_.linear.mean_form() ? request_.linear.lambda : 1; }

  /// The facts of classes in the order of the targets, whose first may be the one that sorts last.
  void order_facts() {
    if (!facts_.classes.empty() && facts_.classes[0].text != targets_.classes[0]) {
      std::swap(facts_.classes[0], facts_.classes[1]);
      std::swap(facts_.weight_of[0], facts_.weight_of[1]);
    }
  }

  /// C = 1/(n λ), n the row weights summed.
  void resolve_cost() {
    if (!request_.linear.mean_form()) return;
    double n = 0;
    for (const double w : facts_.weight_of) n += w;
    request_.linear.options.C = 1 / (n * request_.linear.lambda);
  }

  bool fits() const {
    const std::size_t d = facts_.cols + (options().bias == Bias::none ? 0 : 1);
    const std::size_t K = facts_.classes.size();
    return stage_ == Stage::sizes ||
           (facts_.first.size() == d && facts_.second.size() == d && facts_.shortest.size() == K &&
            facts_.least_weight.size() == K && facts_.whole_weight.size() == K);
  }

  void take_work(const Answer& answer, const Question& asked) {
    std::size_t at = 0;
    std::size_t task = 0;
    for (const auto& run : runs_) {
      if (run->done()) continue;
      const std::size_t size = TaskSums::size(asked, asked.tasks[task]);
      run->take(std::span(answer.sum).subspan(at, size), std::span(answer.exact).subspan(slots * task, slots));
      at += size;
      ++task;
    }
    if (std::all_of(runs_.begin(), runs_.end(), [](const auto& r) { return r->done(); })) stage_ = Stage::mistakes;
  }

  void take_mistakes(const Answer& answer) {
    confusion_ = answer.count;
    const bool weighted = !class_weight_.empty() || answer.exact[0].value() != static_cast<double>(facts_.rows);
    counts_ = counts_of(answer, targets_.classes.size(), weighted);
  }

  ShardFacts facts_;
  TrainRequest request_;
  Targets targets_;
  Multiclass multiclass_;
  std::vector<double> class_weight_;
  Stage stage_ = Stage::sizes;
  std::uint64_t round_ = 1;
  std::vector<std::unique_ptr<ObjectiveRun>> runs_;
  std::vector<std::uint64_t> confusion_;
  Counts counts_;
};

Result<Trained> LinearMethod::trained(const Dataset& data) const {
  auto rows = LearnerRows::fit(data, {}, "", 0, request_.source);
  if (!rows) return std::move(rows).error();
  Trained t;
  LinearTraining& all = t.of_learner.emplace<LinearTraining>();
  all.request = request_.linear;
  all.multiclass = multiclass_;
  all.unit = unit();
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    LinearRun run;
    if (!targets_.binary()) run.label = targets_.classes[k];
    run.result = runs_[k]->result();
    run.b = {run.result.b};
    all.runs.push_back(std::move(run));
  }
  const LinearRun& worst = all.least_far();
  t.status = worst.result.status;
  t.stop_reason = (worst.label.empty() ? "" : all.place_of(worst) + ": ") + worst.result.stop_reason;
  t.model = assemble(data, rows.value(), targets_, request_.algorithm, multiclass_, request_.linear, all.runs);
  t.train = counts_;
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
  if (multiclass.value() != Multiclass::none && multiclass.value() != Multiclass::one_vs_rest)
    return refused("multiclass",
                   std::string(name_of(multiclass.value())) + " is not for rows in partitions; choose one-vs-rest");
  auto weights = weights_of_classes(facts, request.linear.class_weight, targets.value());
  if (!weights) return std::move(weights).error();
  return std::unique_ptr<Method>(std::make_unique<LinearMethod>(facts, std::move(resolved), std::move(targets).value(),
                                                                multiclass.value(), std::move(weights).value()));
}

}  // namespace halfspace
