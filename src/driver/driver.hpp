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

#include "driver/method.hpp"
#include "train/settings.hpp"

namespace halfspace {

/// What a run over partitions leaves: as of a run in memory, but the data has no rows.
struct Driven {
  Dataset data;
  TrainRequest request;
  Trained trained;
};

class Driver {
 public:
  /// Errors (usage): settings about learning that do not go together, or not with rows in partitions.
  static Result<Driver> begin(const Settings& settings);

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

 private:
  Settings settings_;
  TrainRequest request_;
  std::optional<StreamRequest> perceptron_;
  std::string schema_;  // the answer to the first question, as bytes
  ShardFacts facts_;
  std::unique_ptr<Method> method_;
};

}  // namespace halfspace
