#include <array>
#include <memory>
#include <tuple>
#include <utility>

#include "driver/confusion.hpp"
#include "driver/model_runs.hpp"
#include "driver/objective_method.hpp"
#include "feature/learner_rows.hpp"
#include "model/counts.hpp"
#include "train/assemble.hpp"

namespace halfspace {
namespace {

/// One model of all rows.
class FitMethod final : public ObjectiveMethod {
 public:
  FitMethod(const ShardFacts& facts, LinearChoices choices)
      : ObjectiveMethod(facts, std::move(choices)),
        runs_(model_runs({this->facts(), options(), no_part, {}}, targets(), multiclass())) {}

  DriverProgress progress() const override {
    DriverProgress out;
    out.rounds = round();
    out.objective = runs_->primal() * unit();
    if (stage() != Stage::sizes && runs_->has_point()) out.gap = runs_->gap() * unit();
    return out;
  }

  Result<Trained> trained(const Dataset& data) const override;

 private:
  Result<void> begin_runs(const Answer&) override {
    runs_->begin();
    return {};
  }

  void ask_runs(Question& q) const override { runs_->ask(q); }

  Result<void> take_runs(const Answer& answer, const Question& asked) override {
    AnswerReader reader(answer);
    if (!runs_->take(reader, asked) || !reader.at_end()) return incomplete();
    return {};
  }

  bool runs_are_done() const override { return runs_->done(); }

  bool end_runs(Halt why) override {
    if (!runs_->has_point()) return false;
    runs_->end(why);
    return true;
  }

  void ask_scores(Question& q) const override {
    q.ask = Ask::mistakes;
    for (std::vector<double>& weights : runs_->weights()) q.tasks.emplace_back().weights = std::move(weights);
  }

  Result<void> take_scores(const Answer& answer, const Question&) override {
    const std::size_t K = targets().classes.size();
    if (!is_whole_count(answer, K)) return incomplete();
    confusion_ = answer.count;
    const bool weighted = !class_weight().empty() || answer.exact[0].value() != static_cast<double>(facts().rows);
    counts_ = counts_of(answer, K, weighted);
    return {};
  }

  void pack_runs(Packer& to) const override {
    runs_->pack(to);
    for (const double n : {counts_.weight, counts_.mistaken_weight, counts_.loss}) to.number(n);
    to.array<std::uint64_t>(confusion_);
  }

  bool unpack_runs(Unpacker& from) override {
    const bool begun = stage() != Stage::sizes;
    if (!runs_->unpack(from, begun) || (begun && (stage() == Stage::runs) == runs_->done())) return false;
    std::array<double, 3> weights{};
    for (double& n : weights) n = from.number<double>();
    Answer counted;
    counted.count = from.array<std::uint64_t>();
    const std::size_t K = targets().classes.size();
    if (!counted.count.empty() && counted.count.size() != K * K) return false;
    confusion_ = counted.count;
    counts_ = counts_of(counted, K, false);
    counts_.weight = weights[0];
    counts_.mistaken_weight = weights[1];
    counts_.loss = weights[2];
    return true;
  }

  std::unique_ptr<ModelRuns> runs_;
  std::vector<std::uint64_t> confusion_;
  Counts counts_;
};

Result<Trained> FitMethod::trained(const Dataset& data) const {
  auto rows = LearnerRows::fit(data, {}, "", 0, request().source);
  if (!rows) return std::move(rows).error();
  Trained t;
  const LinearTraining& all =
      t.of_learner.emplace<LinearTraining>(linear_training(*runs_, targets(), request().linear, multiclass(), unit()));
  std::tie(t.status, t.stop_reason) = outcome_of(all);
  t.model = assemble(data, rows.value(), targets(), request().algorithm, multiclass(), request().linear, all.runs);
  t.train = counts_;
  return t;
}

}  // namespace

std::unique_ptr<Method> fit_method(const ShardFacts& facts, LinearChoices choices) {
  return std::make_unique<FitMethod>(facts, std::move(choices));
}

Result<std::unique_ptr<Method>> linear_method(const ShardFacts& facts, const TrainRequest& request) {
  auto choices = linear_choices(facts, request);
  if (!choices) return std::move(choices).error();
  return fit_method(facts, std::move(choices).value());
}

}  // namespace halfspace
