// What methods that minimise objectives share: the sizes of the columns first, then the rounds of their runs, then what the
// weights say of the rows.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "driver/linear_choices.hpp"
#include "driver/method.hpp"
#include "driver/model_runs.hpp"

namespace halfspace {

class ObjectiveMethod : public Method {
 public:
  bool done() const final { return stage_ == Stage::over; }
  Question ask() const final;
  Result<void> tell(const Answer& answer) final;
  bool end(Halt why) final;
  void pack(Packer& to) const final;
  bool unpack(Unpacker& from) final;

 protected:
  enum class Stage : std::uint8_t { sizes, runs, scores, over };

  ObjectiveMethod(ShardFacts facts, LinearChoices choices) : facts_(std::move(facts)), choices_(std::move(choices)) {
    order_facts();
  }

  const ShardFacts& facts() const { return facts_; }
  const LinearChoices& choices() const { return choices_; }
  const TrainRequest& request() const { return choices_.request; }
  const LinearOptions& options() const { return request().linear.options; }
  const Targets& targets() const { return choices_.targets; }
  Multiclass multiclass() const { return choices_.multiclass; }
  const std::vector<double>& class_weight() const { return choices_.class_weight; }
  Stage stage() const { return stage_; }
  std::uint64_t round() const { return round_; }
  double unit() const { return request().linear.mean_form() ? request().linear.lambda : 1; }

  /// Sums may be so many times larger than those that the sizes told of.
  void raise_bounds(double factor) { facts_.raise_bounds(factor); }

  /// A model of these runs, whose labels are wrong of so many rows. `data` is described() of the facts.
  Result<Trained> model_of(const ModelRuns& runs, const Counts& counts, const Dataset& data) const;

  virtual RowFolds folds() const { return {}; }
  virtual Result<void> begin_runs(const Answer& sizes) = 0;  ///< the facts are whole now
  virtual void ask_runs(Question& question) const = 0;       ///< what the runs ask, where they are not done
  virtual Result<void> take_runs(const Answer& answer, const Question& asked) = 0;
  virtual bool runs_are_done() const = 0;
  virtual bool end_runs(Halt why) = 0;  ///< false: some run has no point yet
  virtual void ask_scores(Question& question) const = 0;
  virtual Result<void> take_scores(const Answer& answer, const Question& asked) = 0;
  virtual bool has_scores() const { return true; }  ///< nothing is left to ask
  virtual void pack_runs(Packer& to) const = 0;
  virtual bool unpack_runs(Unpacker& from) = 0;

 private:
  void order_facts();
  void resolve_cost();
  bool fits() const;

  ShardFacts facts_;
  LinearChoices choices_;
  Stage stage_ = Stage::sizes;
  std::uint64_t round_ = 1;
};

}  // namespace halfspace
