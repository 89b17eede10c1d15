#include "driver/softmax_method.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "driver/confusion.hpp"
#include "driver/softmax_run.hpp"
#include "driver/softmax_state.hpp"
#include "driver/state_bytes.hpp"
#include "feature/learner_rows.hpp"
#include "shard/softmax_sums.hpp"
#include "train/assemble.hpp"

namespace halfspace {
namespace {

class SoftmaxMethod final : public Method {
 public:
  SoftmaxMethod(ShardFacts facts, TrainRequest request, Targets targets, std::vector<double> class_weight)
      : facts_(std::move(facts)),
        request_(std::move(request)),
        targets_(std::move(targets)),
        class_weight_(std::move(class_weight)),
        run_(facts_, options()) {}

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
    q.ask = stage_ == Stage::run ? Ask::softmax : Ask::mistakes;
    if (stage_ == Stage::run) q.softmax = run_.task();
    for (std::size_t k = 0; stage_ == Stage::mistakes && k < targets_.classes.size(); ++k) {
      Task t;
      t.weights = run_.weights_of(k);
      q.tasks.push_back(std::move(t));
    }
    return q;
  }

  Result<void> tell(const Answer& answer) override {
    const Question asked = ask();
    if (answer.ask != asked.ask) return Error{Code::usage, "answer", "is to another question"};
    const std::uint64_t answered = std::accumulate(answer.count.begin(), answer.count.end(), std::uint64_t{0});
    if (auto all = check_rows(answered, facts_.rows); !all) return all;
    ++round_;
    if (stage_ == Stage::sizes) {
      if (auto taken = facts_.take_sizes(answer, asked); !taken) return taken;
      resolve_cost();
      run_.begin();
      stage_ = Stage::run;
    } else if (stage_ == Stage::run) {
      if (answer.sum.size() != SoftmaxSums::size(asked) || answer.exact.size() != SoftmaxSums::exact_size(asked))
        return incomplete();
      run_.take(answer.sum, answer.exact);
      if (run_.done()) stage_ = Stage::mistakes;
    } else {
      if (!is_whole_count(answer, targets_.classes.size())) return incomplete();
      confusion_ = answer.count;
      const bool weighted = !class_weight_.empty() || answer.exact[0].value() != static_cast<double>(facts_.rows);
      counts_ = counts_of(answer, targets_.classes.size(), weighted);
      stage_ = Stage::over;
    }
    return {};
  }

  DriverProgress progress() const override {
    DriverProgress out;
    out.rounds = round_;
    out.objective = run_.state().primal * unit();
    if (stage_ != Stage::sizes && run_.has_point()) out.gap = run_.state().gap * unit();
    return out;
  }

  bool end(Halt why) override {
    if (!run_.has_point()) return false;
    run_.end(why);
    stage_ = Stage::over;
    return true;
  }

  void pack(Packer& to) const override {
    to.number(stage_);
    to.number(round_);
    to.number(options().C);
    pack_sizes(to, facts_);
    halfspace::pack(to, run_.state());
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
    run_.go_on_with(softmax_state_from(from));
    const auto weight = from.number<double>();
    const auto mistaken = from.number<double>();
    const auto loss = from.number<double>();
    Answer counted;
    counted.count = from.array<std::uint64_t>();
    const std::size_t K = targets_.classes.size();
    if (!counted.count.empty() && counted.count.size() != K * K) return false;
    confusion_ = counted.count;
    counts_ = counts_of(counted, K, false);
    counts_.weight = weight;
    counts_.mistaken_weight = mistaken;
    counts_.loss = loss;
    return from.ok() && stage_ <= Stage::over && (stage_ == Stage::sizes || fits());
  }

  Result<Trained> trained(const Dataset& data) const override;

 private:
  enum class Stage : std::uint8_t { sizes, run, mistakes, over };

  const LinearOptions& options() const { return request_.linear.options; }
  double unit() const { return request_.linear.mean_form() ? request_.linear.lambda : 1; }

  /// C = 1/(n λ), n the row weights summed.
  void resolve_cost() {
    if (!request_.linear.mean_form()) return;
    const double n = std::accumulate(facts_.weight_of.begin(), facts_.weight_of.end(), 0.0);
    request_.linear.options.C = 1 / (n * request_.linear.lambda);
  }

  bool fits() const {
    const std::size_t d = facts_.cols + (options().bias == Bias::none ? 0 : 1);
    const std::size_t K = facts_.classes.size();
    return fits_weights(run_.state(), run_.size()) && (stage_ == Stage::run) == !run_.done() &&
           facts_.first.size() == d && facts_.second.size() == d && facts_.shortest.size() == K &&
           facts_.least_weight.size() == K && facts_.whole_weight.size() == K;
  }

  ShardFacts facts_;
  TrainRequest request_;
  Targets targets_;
  std::vector<double> class_weight_;
  Stage stage_ = Stage::sizes;
  std::uint64_t round_ = 1;
  SoftmaxRun run_;
  std::vector<std::uint64_t> confusion_;
  Counts counts_;
};

Result<Trained> SoftmaxMethod::trained(const Dataset& data) const {
  auto rows = LearnerRows::fit(data, {}, "", 0, request_.source);
  if (!rows) return std::move(rows).error();
  Trained t;
  LinearTraining& all = t.of_learner.emplace<LinearTraining>();
  all.request = request_.linear;
  all.multiclass = Multiclass::multinomial;
  all.unit = unit();
  LinearRun run;
  run.result = run_.result();
  run.b = run_.biases();
  t.status = run.result.status;
  t.stop_reason = run.result.stop_reason;
  all.runs.push_back(std::move(run));
  t.model = assemble(data, rows.value(), targets_, request_.algorithm, all.multiclass, request_.linear, all.runs);
  t.train = counts_;
  return t;
}

}  // namespace

Result<std::unique_ptr<Method>> softmax_method(const ShardFacts& facts, const TrainRequest& request,
                                               const Targets& targets, std::vector<double> class_weight) {
  return std::unique_ptr<Method>(std::make_unique<SoftmaxMethod>(facts, request, targets, std::move(class_weight)));
}

}  // namespace halfspace
