#include <memory>
#include <utility>

#include "driver/confusion.hpp"
#include "driver/counted.hpp"
#include "driver/model_runs.hpp"
#include "driver/objective_method.hpp"

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

  void ask_scores(Question& q) const override { Counted::ask(q, runs_->weights()); }

  Result<void> take_scores(const Answer& answer, const Question& asked) override {
    return counted_.take(answer, asked);
  }

  void pack_runs(Packer& to) const override {
    runs_->pack(to);
    counted_.pack(to);
  }

  bool unpack_runs(Unpacker& from) override {
    const bool begun = stage() != Stage::sizes;
    if (!runs_->unpack(from, begun) || (begun && (stage() == Stage::runs) == runs_->done())) return false;
    return counted_.unpack(from, targets().classes.size());
  }

  std::unique_ptr<ModelRuns> runs_;
  Counted counted_;
};

Result<Trained> FitMethod::trained(const Dataset& data) const { return model_of(*runs_, counted_.counts(), data); }

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
