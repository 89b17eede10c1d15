// The optimiser of rows in partitions: it asks, is told the sum of the answers, and asks again. It never sees a row and does
// not know who carries its questions.
//
//   while (!driver.done()) driver.tell(sum over all shards of shard.answer(driver.ask()));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/method.hpp"
#include "driver/scale_search.hpp"
#include "select/cross_validation.hpp"
#include "select/path_training.hpp"
#include "train/settings.hpp"

namespace halfspace {

/// What a run over partitions leaves: as of a run in memory, but the data has no rows.
struct Driven {
  Dataset data;
  TrainRequest request;
  Trained trained;
  std::optional<CalibrationReport> calibration;
};

/// The same of cross-validation.
struct DrivenFolds {
  Dataset data;
  LearnPlan plan;
  FoldOptions folds;
  CrossValidation cv;
};

/// The same of a path.
struct DrivenPath {
  Dataset data;
  PathTraining path;
};

class Driver {
 public:
  /// What it is for; a setting of this name keeps it with the others.
  enum class Goal : std::uint8_t { fit, folds, path };
  static constexpr const char* goal_setting = "partitions-goal";

  /// Errors (usage): settings about learning that do not go together, or not with rows in partitions.
  static Result<Driver> begin(const Settings& settings, Goal goal);
  static Result<Driver> begin(const Settings& settings) { return begin(settings, Goal::fit); }

  /// From the bytes of state(). Errors (bad_data): damaged, of another version.
  static Result<Driver> resume(std::string_view state);

  bool done() const { return method_ != nullptr && method_->done(); }

  /// Not when done().
  Question ask() const;

  /// The sum of the answers of all shards to ask(). Errors: bad_data (what a shard could not answer, one class alone, ...),
  /// usage (an answer to another question).
  Result<void> tell(const Answer& answer);

  DriverProgress progress() const;

  /// Ends where it is: the weights so far are the answer. Error (interrupted): there are none yet.
  Result<void> end(Halt why);

  bool same_settings(const Driver& other) const { return settings_.values == other.settings_.values; }

  /// Everything a later run needs to go on to the same bits.
  std::string state() const;

  /// When done().
  Result<Driven> finish() const;

  /// The same of Goal::folds.
  Result<DrivenFolds> finish_folds() const;

  /// The same of Goal::path.
  Result<DrivenPath> finish_path() const;

 private:
  static const char* name_of_goal(Goal goal);  // what a setting keeps of it
  Result<void> read_perceptron();
  Result<void> read_folds();
  Result<void> read_path();
  Result<std::unique_ptr<Method>> method_of(const ShardFacts& facts) const;
  Result<void> begin_method(const ShardFacts& facts);
  Question scaled_schema() const;
  Result<void> tell_schema(const std::string& bytes);
  Result<void> take_state(const std::string& schema, Unpacker& from);

  Settings settings_;
  TrainRequest request_;
  std::optional<StreamRequest> perceptron_;
  Goal goal_ = Goal::fit;
  std::optional<PathRequest> path_;
  FoldOptions folds_;
  std::vector<Metric> metrics_;
  std::string schema_;  // the answer to the first question, as bytes
  ShardFacts facts_;    // of the rows as they are
  std::unique_ptr<ScaleSearch> scaling_;
  std::string scaled_schema_;  // the answer to the same question of the scaled rows
  std::unique_ptr<Method> method_;
};

}  // namespace halfspace
