// What methods that minimise an objective share: the sizes of the columns first, then the rounds of their runs, then the
// mistakes of the weights.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "driver/method.hpp"
#include "model/counts.hpp"
#include "train/targets.hpp"

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
  enum class Stage : std::uint8_t { sizes, runs, mistakes, over };

  ObjectiveMethod(ShardFacts facts, TrainRequest request, Targets targets, std::vector<double> class_weight)
      : facts_(std::move(facts)),
        request_(std::move(request)),
        targets_(std::move(targets)),
        class_weight_(std::move(class_weight)) {}

  const ShardFacts& facts() const { return facts_; }
  const TrainRequest& request() const { return request_; }
  const LinearOptions& options() const { return request_.linear.options; }
  const Targets& targets() const { return targets_; }
  const Counts& counts() const { return counts_; }
  Stage stage() const { return stage_; }
  std::uint64_t round() const { return round_; }
  double unit() const { return request_.linear.mean_form() ? request_.linear.lambda : 1; }

  /// The facts of classes in the order of the targets, whose first may be the one that sorts last.
  void order_facts();

  virtual void begin_runs() = 0;                        ///< the facts are whole now
  virtual void ask_runs(Question& question) const = 0;  ///< what the runs ask, where they are not done
  virtual Result<void> take_runs(const Answer& answer, const Question& asked) = 0;
  virtual bool runs_are_done() const = 0;
  virtual bool end_runs(Halt why) = 0;  ///< false: some run has no point yet
  virtual std::vector<std::vector<double>> weights_of_outputs() const = 0;
  virtual void pack_runs(Packer& to) const = 0;
  virtual bool unpack_runs(Unpacker& from) = 0;

 private:
  void resolve_cost();
  bool fits() const;
  void take_mistakes(const Answer& answer);

  ShardFacts facts_;
  TrainRequest request_;
  Targets targets_;
  std::vector<double> class_weight_;
  Stage stage_ = Stage::sizes;
  std::uint64_t round_ = 1;
  std::vector<std::uint64_t> confusion_;
  Counts counts_;
};

}  // namespace halfspace
