// How one learner learns from shards: what it asks, what it makes of the sum of the answers. It never sees a row.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "driver/shard_facts.hpp"
#include "select/fold_fit.hpp"
#include "select/folds.hpp"
#include "select/learn.hpp"
#include "select/path_training.hpp"
#include "shard/answer.hpp"
#include "shard/packed.hpp"
#include "shard/question.hpp"
#include "train/stream/stream_request.hpp"
#include "train/train.hpp"

namespace halfspace {

struct DriverProgress {
  std::uint64_t rounds = 0;
  double objective = 0;
  std::optional<double> gap;           // of the run that is farthest from its end
  std::optional<std::uint64_t> shard;  // the only one that is asked, where there is one
  std::uint64_t classes = 0;           // once the schema is there; the driver's to say
};

class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  virtual bool done() const = 0;
  virtual Question ask() const = 0;
  virtual Result<void> tell(const Answer& answer) = 0;
  virtual DriverProgress progress() const = 0;

  /// Ends the runs where they are. False: there are no weights yet.
  virtual bool end(Halt why) = 0;

  /// All that is not made of the settings and the facts, for a checkpoint; unpack() takes it back.
  virtual void pack(Packer& to) const = 0;
  virtual bool unpack(Unpacker& from) = 0;

  /// Once done(). The reports' numbers are those of the runs; `data` is described() of the facts.
  virtual Result<Trained> trained(const Dataset& data) const = 0;

  /// How probabilities were fitted, once done(); nothing where none were asked for.
  virtual std::optional<CalibrationReport> calibration() const { return std::nullopt; }

  /// Of a path, once done(); nothing of others.
  virtual std::optional<Result<PathTraining>> path_training(const Dataset&) const { return std::nullopt; }

  /// Of cross-validation, once done(): how the model of each fold ended, and these metrics of the rows that it has not seen.
  virtual std::vector<FoldFit> fold_fits(const std::vector<Metric>&) const { return {}; }
};

/// Logistic regression and linear support vector machines. Errors (usage): choices that partitions cannot have.
Result<void> check_linear_method(const TrainRequest& request);
Result<std::unique_ptr<Method>> linear_method(const ShardFacts& facts, const TrainRequest& request);

/// The same of each fold, by the numbers of rows (shard/row_folds.hpp).
Result<std::unique_ptr<Method>> folds_method(const ShardFacts& facts, const TrainRequest& request,
                                             const FoldOptions& folds);

/// One model, and the map from its scores to probabilities.
Result<std::unique_ptr<Method>> calibrated_method(const ShardFacts& facts, const LearnPlan& plan);

/// Models along lambda, and those of each fold. Errors (usage, bad_data): more than two classes.
Result<std::unique_ptr<Method>> path_method(const ShardFacts& facts, const PathRequest& request);

/// The perceptron family, whose weights travel from shard to shard: the updates of a run over the rows as one text
/// (train/stream). Errors (usage): choices that need all rows at once.
Result<StreamRequest> perceptron_method_request(const Settings& settings);
Result<std::unique_ptr<Method>> perceptron_method(const ShardFacts& facts, const TrainRequest& request,
                                                  const StreamRequest& choices);

}  // namespace halfspace
