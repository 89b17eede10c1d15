// A caller's watch and time limit as what the learners ask: one token, one place where progress comes together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "halfspace/progress.hpp"
#include "select/fold_fit.hpp"
#include "select/path_training.hpp"
#include "train/settings.hpp"
#include "train/train.hpp"

namespace halfspace::api {

/// When the option `timeout` ends the run; 0: never. Error (usage): no number of seconds.
Result<double> deadline_of(const Settings& settings);

/// The watch is asked from this thread alone, with what the run reported last. It must outlive what is made here.
class Watching {
 public:
  Watching(const Watch& watch, double deadline);

  TrainObserver of_run() const;
  FitObserver of_fits() const;
  PathWatch of_path(std::uint64_t folds) const;
  /// Of runs that count steps: they are shown as passes.
  std::function<void(std::uint64_t)> of_steps() const;
  const StopToken& stop() const { return stop_; }

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
};

}  // namespace halfspace::api
