// A model of all rows and one of the rows that each fold leaves, learned in the same rounds; then the map from the scores of rows
// held out to probabilities (map_run.hpp), as select/calibrated.hpp has it of rows in memory.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "driver/confusion.hpp"
#include "driver/counted.hpp"
#include "driver/held_out.hpp"
#include "driver/many_models.hpp"
#include "driver/map_run.hpp"
#include "driver/objective_method.hpp"

namespace halfspace {
namespace {

/// What is asked once the models are there.
enum class Judged : std::uint8_t { before, map, folds, after, all };

class CalibratedMethod final : public ObjectiveMethod {
 public:
  CalibratedMethod(const ShardFacts& facts, LinearChoices choices, const LearnPlan& plan)
      : ObjectiveMethod(facts, std::move(choices)), kind_(plan.calibrate) {
    sizes_.folds = {plan.folds.folds, 1, plan.folds.seed};
    sizes_.flag = "--calibrate-folds";
  }

  DriverProgress progress() const override;
  Result<Trained> trained(const Dataset& data) const override;
  std::optional<CalibrationReport> calibration() const override;

 private:
  RowFolds folds() const override { return sizes_.folds; }
  Result<void> begin_runs(const Answer& sizes) override;
  void make_models();
  void ask_runs(Question& q) const override { models_.ask(q); }
  Result<void> take_runs(const Answer& answer, const Question& asked) override { return models_.take(answer, asked); }
  bool runs_are_done() const override { return models_.done(); }
  bool end_runs(Halt why) override;
  void ask_scores(Question& question) const override;
  Result<void> take_scores(const Answer& answer, const Question& asked) override;
  bool has_scores() const override { return judged_ == Judged::all; }
  void pack_runs(Packer& to) const override;
  bool unpack_runs(Unpacker& from) override;

  bool softmax() const { return targets().classes.size() > 2; }
  bool movable() const { return softmax() || options().bias != Bias::none; }
  double crossing() const { return map_->fit().crossing; }
  void ask_folds(Question& q, bool mapped) const;
  std::vector<std::vector<double>> moved_weights() const;
  Result<void> take_folds(const Answer& answer, const Question& asked);
  FoldFit fold_fit(std::size_t part) const;

  ProbabilityKind kind_;
  FoldSizes sizes_;
  ManyModels models_;  // of all rows, then of what each part leaves
  std::optional<MapRun> map_;
  Judged judged_ = Judged::before;
  Counted before_;
  Counted after_;
  std::vector<std::uint64_t> mistakes_;  // of each part
  double log_loss_ = 0;
  double brier_ = 0;
  std::optional<Status> ended_;
};

DriverProgress CalibratedMethod::progress() const {
  DriverProgress out;
  out.rounds = round();
  if (models_.empty() || !models_[0].has_point()) return out;
  out.objective = models_[0].primal() * unit();
  out.gap = models_[0].gap() * unit();
  return out;
}

Result<void> CalibratedMethod::begin_runs(const Answer& sizes) {
  if (auto taken = sizes_.take(sizes, facts()); !taken) return taken;
  raise_bounds(most_class_weight_ratio(sizes_, facts(), choices()));
  make_models();
  models_.begin();
  return {};
}

void CalibratedMethod::make_models() {
  models_.add({facts(), options(), {}}, no_part, targets(), multiclass());
  models_.add_folds(sizes_, facts(), options(), choices());
  map_.emplace(facts().weight_of, movable());
}

bool CalibratedMethod::end_runs(Halt why) {
  if (models_.empty() || !models_[0].has_point()) return false;
  models_.end(why);
  ended_ = ended_by(why);
  return true;
}

/// Those of each fold; `mapped`: so that their scores are those of probabilities.
void CalibratedMethod::ask_folds(Question& q, bool mapped) const {
  const CalibrationFit fit = mapped ? map_->fit() : CalibrationFit();
  const auto* const platt = std::get_if<PlattMap>(&fit.map);
  const auto* const temperature = std::get_if<TemperatureMap>(&fit.map);
  for (std::size_t p = 0; p < sizes_.folds.parts(); ++p) {
    for (std::vector<double>& weights : models_[1 + p].weights()) {
      Task& t = q.tasks.emplace_back();
      t.left_out = static_cast<std::uint32_t>(p);
      t.weights = std::move(weights);
      if (platt != nullptr && q.bias) t.weights.back() -= fit.crossing;
      const double a = platt != nullptr ? platt->a : temperature != nullptr ? temperature->a : 1;
      for (double& w : t.weights) w *= a;
    }
  }
}

std::vector<std::vector<double>> CalibratedMethod::moved_weights() const {
  std::vector<std::vector<double>> out = models_[0].weights();
  if (crossing() != 0) out[0].back() -= crossing();
  return out;
}

void CalibratedMethod::ask_scores(Question& q) const {
  if (judged_ == Judged::before) return Counted::ask(q, models_[0].weights());
  if (judged_ == Judged::after) return Counted::ask(q, moved_weights());
  if (judged_ == Judged::map) {
    ask_folds(q, false);
    return map_->ask(q);
  }
  q.ask = Ask::held_out;
  q.probable = softmax() ? Probable::softmax : Probable::sigmoid;
  ask_folds(q, false);
  ask_folds(q, true);
}

Result<void> CalibratedMethod::take_scores(const Answer& answer, const Question& asked) {
  Result<void> taken;
  if (judged_ == Judged::before) {
    taken = before_.take(answer, asked);
    judged_ = Judged::map;
  } else if (judged_ == Judged::map) {
    taken = map_->take(answer);
    if (map_->done()) judged_ = Judged::folds;
  } else if (judged_ == Judged::folds) {
    taken = take_folds(answer, asked);
    judged_ = crossing() == 0 ? Judged::all : Judged::after;
  } else {
    taken = after_.take(answer, asked);
    judged_ = Judged::all;
  }
  return taken;
}

Result<void> CalibratedMethod::take_folds(const Answer& answer, const Question& asked) {
  const std::size_t parts = sizes_.folds.parts();
  const std::size_t sums = held_out_sums(asked);
  const std::size_t K = targets().classes.size();
  if (answer.count.size() != 1 + 2 * parts || answer.exact.size() != 2 * parts * sums) return incomplete();
  mistakes_.assign(answer.count.begin() + 1, answer.count.begin() + 1 + static_cast<std::ptrdiff_t>(parts));
  double rows = 0;
  for (const double w : facts().weight_of) rows += w;
  ExactSum log_loss;
  ExactSum brier;
  for (std::size_t p = parts; p < 2 * parts; ++p) {
    log_loss.add(answer.exact[p * sums + 3 * K]);
    brier.add(answer.exact[p * sums + 3 * K + 1]);
  }
  log_loss_ = log_loss.value() / rows;
  brier_ = brier.value() / rows;
  return {};
}

Result<Trained> CalibratedMethod::trained(const Dataset& data) const {
  auto t = model_of(models_[0], after_.known() ? after_.counts() : before_.counts(), data);
  if (!t || judged_ != Judged::all) return t;
  Model& m = t.value().model;
  m.probability = map_->fit().map;
  if (crossing() == 0) return t;
  m.b[0] -= crossing();
  m.exact = false;
  return t;
}

FoldFit CalibratedMethod::fold_fit(std::size_t part) const {
  FoldFit fit;
  fit.fold = part;
  fit.begun = fit.fitted = true;
  fit.unlisted_rows = sizes_.held_rows(part);
  fit.kept_rows = facts().rows - fit.unlisted_rows;
  std::tie(fit.status, fit.stop_reason) =
      outcome_of(linear_training(models_[1 + part], targets(), request().linear, multiclass(), 1));
  if (ended_)
    fit.status = *ended_;
  else
    fit.mistakes = mistakes_[part];
  return fit;
}

std::optional<CalibrationReport> CalibratedMethod::calibration() const {
  CalibrationReport out;
  out.kind = kind_;
  out.folds = sizes_.folds.parts();
  out.movable = movable();
  for (std::size_t p = 0; p < sizes_.folds.parts(); ++p) out.fits.push_back(fold_fit(p));
  if (judged_ != Judged::all) {
    out.reason = "its runs were stopped";
    return out;
  }
  const CalibrationFit fit = map_->fit();
  if (const auto* const map = std::get_if<PlattMap>(&fit.map)) out.slope = map->a;
  if (const auto* const map = std::get_if<TemperatureMap>(&fit.map)) out.slope = map->a;
  out.bias_moved = fit.crossing == 0 ? 0 : -fit.crossing;
  out.log_loss = log_loss_;
  out.brier = brier_;
  out.mistakes_before = before_.counts().mistakes;
  out.mistakes_after = after_.known() ? after_.counts().mistakes : out.mistakes_before;
  out.done = true;
  return out;
}

void CalibratedMethod::pack_runs(Packer& to) const {
  sizes_.pack(to);
  models_.pack(to);
  if (!map_) return;
  to.number(judged_);
  map_->pack(to);
  before_.pack(to);
  after_.pack(to);
  to.array<std::uint64_t>(mistakes_);
  to.number(log_loss_);
  to.number(brier_);
}

bool CalibratedMethod::unpack_runs(Unpacker& from) {
  const std::size_t K = targets().classes.size();
  if (!sizes_.unpack(from, K) || sizes_.rows.empty() != (stage() == Stage::sizes)) return false;
  if (stage() == Stage::sizes) return true;
  make_models();
  if (!models_.unpack(from)) return false;
  judged_ = from.number<Judged>();
  if (!map_->unpack(from)) return false;
  if (!before_.unpack(from, K) || !after_.unpack(from, K)) return false;
  mistakes_ = from.array<std::uint64_t>();
  log_loss_ = from.number<double>();
  brier_ = from.number<double>();
  const bool counted = judged_ <= Judged::folds || mistakes_.size() == sizes_.folds.parts();
  return from.ok() && judged_ <= Judged::all && counted && (judged_ > Judged::map) == map_->done() &&
         (judged_ == Judged::before || before_.known()) && (stage() == Stage::runs) != models_.done() &&
         has_scores() == (stage() == Stage::over);
}

}  // namespace

Result<std::unique_ptr<Method>> calibrated_method(const ShardFacts& facts, const LearnPlan& plan) {
  constexpr std::size_t most_sums = std::size_t{1} << 18U;  // of an answer about rows held out, a kilobyte each
  const std::size_t of_fold = 2 * (3 * facts.classes.size() + 3);
  if (plan.folds.folds * of_fold > most_sums)
    return Error{Code::usage, "--calibrate-folds",
                 std::to_string(plan.folds.folds) + " is above " + std::to_string(most_sums / of_fold) +
                     ", the most for " + std::to_string(facts.classes.size()) + " classes of rows in partitions"};
  auto choices = linear_choices(facts, plan.request);
  if (!choices) return std::move(choices).error();
  return std::unique_ptr<Method>(std::make_unique<CalibratedMethod>(facts, std::move(choices).value(), plan));
}

}  // namespace halfspace
