// A caller's watch and time limit as what the learners ask: one token, one place where progress comes together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "base/float_environment.hpp"
#include "base/simd_choice.hpp"
#include "halfspace/progress.hpp"
#include "select/fold_fit.hpp"
#include "select/path_training.hpp"
#include "train/settings.hpp"
#include "train/train.hpp"

namespace halfspace::api {

/// How a call runs, of the options `timeout` and `simd`.
struct Running {
  double deadline = 0;  // when the run ends; 0: never
  Simd simd = Simd::automatic;
};

/// Errors (usage): no number of seconds, no such instructions.
Result<Running> running_of(const Settings& settings);

/// The watch is asked from this thread alone, with what the run reported last. It must outlive what is made here. While
/// this stands, the thread uses the vector instructions asked for, and the default arithmetic.
class Watching {
 public:
  Watching(const Watch& watch, const Running& running);

  TrainObserver of_run() const;
  FitObserver of_fits() const;
  PathWatch of_path(std::uint64_t folds) const;
  /// Of runs that count steps: they are shown as passes.
  std::function<void(std::uint64_t)> of_steps() const;
  const StopToken& stop() const { return stop_; }
  /// As if the watch had said so: the run ends where it next asks.
  void end() const { seen_->ended = true; }

 private:
  struct Seen {
    std::mutex mutex;
    TrainProgress progress;
    double begun = 0;
    double asked = -1;   // last at this time
    bool ended = false;  // by the watch
  };
  /// Changes what the watch sees next.
  template <class Change>
  auto noting(Change change) const {
    return [seen = seen_, change](const auto&... reported) {
      const std::scoped_lock lock(seen->mutex);
      change(seen->progress, reported...);
    };
  }

  std::shared_ptr<Seen> seen_ = std::make_shared<Seen>();
  StopToken stop_;
  SimdScope simd_;
  FloatEnvironment arithmetic_;
};

}  // namespace halfspace::api
