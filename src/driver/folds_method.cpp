// Cross-validation: a model for each fold, learned without its rows, all of them asked in the same rounds; then the rows held out
// are scored by the models that have not seen them.
#include <algorithm>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include "driver/confusion.hpp"
#include "driver/held_out.hpp"
#include "driver/many_models.hpp"
#include "driver/objective_method.hpp"
#include "solver/status.hpp"

namespace halfspace {
namespace {

class FoldsMethod final : public ObjectiveMethod {
 public:
  FoldsMethod(const ShardFacts& facts, LinearChoices choices, const FoldOptions& folds)
      : ObjectiveMethod(facts, std::move(choices)) {
    sizes_.folds = {folds.folds, folds.repeats, folds.seed};
  }

  DriverProgress progress() const override;
  Result<Trained> trained(const Dataset&) const override {
    return Error{Code::usage, "run", "is of folds and has no single model"};
  }
  std::vector<FoldFit> fold_fits(const std::vector<Metric>& metrics) const override;

 private:
  RowFolds folds() const override { return sizes_.folds; }
  Result<void> begin_runs(const Answer& sizes) override;
  FoldFit fold_fit(std::size_t part) const;

  void ask_runs(Question& q) const override { models_.ask(q); }
  Result<void> take_runs(const Answer& answer, const Question& asked) override { return models_.take(answer, asked); }
  bool runs_are_done() const override { return models_.done(); }
  bool end_runs(Halt why) override;
  void ask_scores(Question& question) const override;
  Result<void> take_scores(const Answer& answer, const Question& asked) override;
  bool has_scores() const override { return mistakes_.size() == sizes_.folds.parts(); }
  void pack_runs(Packer& to) const override;
  bool unpack_runs(Unpacker& from) override;

  FoldSizes sizes_;
  ManyModels models_;                    // of what each part leaves
  std::vector<std::uint64_t> mistakes_;  // of each part that is scored
  std::vector<double> held_out_;         // ... its sums (shard/answer_work.hpp)
  std::optional<Status> ended_;
};

DriverProgress FoldsMethod::progress() const {
  DriverProgress out;
  out.rounds = round();
  if (!models_.have_points()) return out;
  const auto [objective, gap] = models_.values();
  out.objective = objective * unit();
  out.gap = gap * unit();
  return out;
}

Result<void> FoldsMethod::begin_runs(const Answer& sizes) {
  if (auto taken = sizes_.take(sizes, facts()); !taken) return taken;
  raise_bounds(most_class_weight_ratio(sizes_, facts(), choices()));
  models_.add_folds(sizes_, facts(), options(), choices());
  models_.begin();
  return {};
}

bool FoldsMethod::end_runs(Halt why) {
  if (!models_.have_points()) return false;
  models_.end(why);
  ended_ = ended_by(why);
  return true;
}

void FoldsMethod::ask_scores(Question& q) const {
  q.ask = Ask::held_out;
  const bool softmax = multiclass() == Multiclass::multinomial;
  if (request().algorithm == Algorithm::logistic) q.probable = softmax ? Probable::softmax : Probable::sigmoid;
  for (std::size_t p = mistakes_.size(); p < models_.size(); ++p) {
    if (!has_room_for_scores(q)) return;
    for (std::vector<double>& weights : models_[p].weights()) {
      Task& t = q.tasks.emplace_back();
      t.left_out = static_cast<std::uint32_t>(p);
      t.weights = std::move(weights);
    }
  }
}

Result<void> FoldsMethod::take_scores(const Answer& answer, const Question& asked) {
  const std::size_t models = asked.tasks.size() / asked.outputs();
  if (answer.count.size() != 1 + models || answer.exact.size() != models * held_out_sums(asked)) return incomplete();
  mistakes_.insert(mistakes_.end(), answer.count.begin() + 1, answer.count.end());
  for (const ExactSum& sum : answer.exact) held_out_.push_back(sum.value());
  return {};
}

FoldFit FoldsMethod::fold_fit(std::size_t part) const {
  FoldFit fit;
  fit.repeat = part / sizes_.folds.count;
  fit.fold = part % sizes_.folds.count;
  fit.begun = fit.fitted = true;
  fit.unlisted_rows = sizes_.held_rows(part);
  fit.kept_rows = facts().rows - fit.unlisted_rows;
  const ModelRuns& runs = models_[part];
  std::tie(fit.status, fit.stop_reason) =
      outcome_of(linear_training(runs, targets(), request().linear, multiclass(), 1));
  if (ended_) {
    fit.status = *ended_;
    fit.stop_reason = "ended before there were scores";
  } else {
    fit.mistakes = mistakes_[part];
  }
  return fit;
}

std::vector<FoldFit> FoldsMethod::fold_fits(const std::vector<Metric>& metrics) const {
  std::vector<FoldFit> out;
  const std::size_t K = targets().classes.size();
  for (std::size_t p = 0; p < models_.size(); ++p) {
    FoldFit& fit = out.emplace_back(fold_fit(p));
    if (ended_) continue;
    const std::size_t count = 3 * K + 3;
    const HeldOutSums all =
        held_out_of(std::span(held_out_).subspan(p * count, count), K, request().algorithm == Algorithm::logistic);
    for (const Metric metric : metrics) fit.values.push_back(value_of(metric, all));
  }
  return out;
}

void FoldsMethod::pack_runs(Packer& to) const {
  sizes_.pack(to);
  models_.pack(to);
  to.array<std::uint64_t>(mistakes_);
  to.array<double>(held_out_);
}

bool FoldsMethod::unpack_runs(Unpacker& from) {
  const std::size_t K = targets().classes.size();
  if (!sizes_.unpack(from, K) || sizes_.rows.empty() != (stage() == Stage::sizes)) return false;
  if (stage() != Stage::sizes) models_.add_folds(sizes_, facts(), options(), choices());
  if (!models_.unpack(from)) return false;
  mistakes_ = from.array<std::uint64_t>();
  held_out_ = from.array<double>();
  if (!from.ok() || mistakes_.size() > models_.size() || held_out_.size() != mistakes_.size() * (3 * K + 3))
    return false;
  return stage() == Stage::sizes ||
         ((stage() == Stage::runs) != runs_are_done() && has_scores() == (stage() == Stage::over));
}

}  // namespace

Result<std::unique_ptr<Method>> folds_method(const ShardFacts& facts, const TrainRequest& request,
                                             const FoldOptions& folds) {
  auto choices = linear_choices(facts, request);
  if (!choices) return std::move(choices).error();
  return std::unique_ptr<Method>(std::make_unique<FoldsMethod>(facts, std::move(choices).value(), folds));
}

}  // namespace halfspace
