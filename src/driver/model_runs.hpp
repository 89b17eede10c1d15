// The runs that make one model: of two classes one, of more one a class, or one of all classes (softmax). What they ask goes into
// one question with what those of other models ask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "driver/objective_run.hpp"
#include "driver/shard_facts.hpp"
#include "shard/answer.hpp"
#include "shard/packed.hpp"
#include "solver/linear/options.hpp"
#include "train/objective/linear_run.hpp"
#include "train/targets.hpp"

namespace halfspace {

/// The sums of an answer, taken task after task.
struct AnswerReader {
  explicit AnswerReader(const Answer& answer) : sum(answer.sum), exact(answer.exact) {}

  std::span<const double> sum;
  std::span<const ExactSum> exact;
  std::size_t task = 0;

  bool has(std::size_t sums, std::size_t exacts) const { return sum.size() >= sums && exact.size() >= exacts; }
  bool at_end() const { return sum.empty() && exact.empty(); }
  void skip(std::size_t sums, std::size_t exacts) {
    sum = sum.subspan(sums);
    exact = exact.subspan(exacts);
    ++task;
  }
};

/// The rows of a model, and what it minimises over them.
struct ModelGround {
  const ShardFacts& facts;
  const LinearOptions& options;
  std::uint32_t left_out = no_part;
  std::vector<double> class_weight;  // empty: those of the question
};

/// The run of one class against the others: by its penalty.
std::unique_ptr<ObjectiveRun> objective_run(const ShardFacts& facts, const LinearOptions& options,
                                            std::uint32_t positive);

class ModelRuns {
 public:
  ModelRuns() = default;
  ModelRuns(const ModelRuns&) = delete;
  ModelRuns& operator=(const ModelRuns&) = delete;
  virtual ~ModelRuns() = default;

  /// The facts are whole now.
  virtual void begin() = 0;

  virtual bool done() const = 0;
  virtual bool has_point() const = 0;  ///< every run has one
  virtual double primal() const = 0;   ///< summed
  virtual double gap() const = 0;      ///< of the run that is farthest

  /// Adds what the runs ask that are not done.
  virtual void ask(Question& question) const = 0;

  /// Takes the answers to that. False: they are not there.
  virtual bool take(AnswerReader& answer, const Question& asked) = 0;

  /// Ends them where they are.
  virtual void end(Halt why) = 0;

  virtual std::vector<std::vector<double>> weights() const = 0;  ///< of each output
  virtual std::vector<LinearRun> results(const Targets& targets) const = 0;

  virtual void pack(Packer& to) const = 0;

  /// `begun`: was begin() called before they were packed? False: what it takes back is of other rows.
  virtual bool unpack(Unpacker& from, bool begun) = 0;
};

/// Facts and options outlive them.
std::unique_ptr<ModelRuns> model_runs(ModelGround ground, const Targets& targets, Multiclass multiclass);

/// What their results are as a training; its request is resolved.
LinearTraining linear_training(const ModelRuns& runs, const Targets& targets, const LinearRequest& request,
                               Multiclass multiclass, double unit);

/// How the run ended that came least far, and why.
std::pair<Status, std::string> outcome_of(const LinearTraining& all);

}  // namespace halfspace
