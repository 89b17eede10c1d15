#include "api/watching.hpp"

#include <cmath>

#include "base/clock.hpp"
#include "train/limits.hpp"

namespace halfspace::api {
namespace {

constexpr double between_asking = 0.02;  // seconds

std::int64_t signed_count(std::uint64_t n) { return static_cast<std::int64_t>(n); }

}  // namespace

Result<Running> running_of(const Settings& settings) {
  const auto limit = timeout_seconds(settings);
  if (!limit) return limit.error();
  const auto simd = simd_of(settings);
  if (!simd) return simd.error();
  return Running{limit.value() > 0 ? seconds_now() + limit.value() : 0, simd.value()};
}

Watching::Watching(const Watch& watch, const Running& running) : simd_(running.simd) {
  seen_->begun = seconds_now();
  const auto ask = [&watch, seen = seen_](std::uint64_t) {
    if (seen->ended) return Halt::interrupt;
    if (!watch) return Halt::go_on;
    const double now = seconds_now();
    if (now - seen->asked < between_asking) return Halt::go_on;
    seen->asked = now;
    TrainProgress progress;
    {
      const std::scoped_lock lock(seen->mutex);
      progress = seen->progress;
    }
    progress.seconds = now - seen->begun;
    seen->ended = !watch(progress);
    return seen->ended ? Halt::interrupt : Halt::go_on;
  };
  stop_ = StopToken::at(running.deadline, ask);
}

TrainObserver Watching::of_run() const {
  TrainObserver out;
  const auto perceptron = noting([](TrainProgress& to, const Progress& p) {
    to.visits = signed_count(p.visits);
    to.passes = signed_count(p.passes);
    to.updates = signed_count(p.updates);
    to.fraction = p.fraction;
  });
  const auto linear = noting([](TrainProgress& to, const LinearProgress& p) {
    to.passes = signed_count(p.rounds);
    to.objective = p.primal;
    to.gap = std::isfinite(p.gap) ? p.gap : -1;
  });
  out.perceptron.progress = perceptron;
  out.linear.round = linear;
  out.perceptron.stop = stop_;
  out.linear.stop = stop_;
  return out;
}

FitObserver Watching::of_fits() const {
  FitObserver out;
  out.stop = stop_;
  out.progress = noting([](TrainProgress& to, std::size_t done, std::size_t all) {
    to.fits_done = signed_count(done);
    to.fits = signed_count(all);
    to.fraction = all == 0 ? -1 : static_cast<double>(done) / static_cast<double>(all);
  });
  return out;
}

std::function<void(std::uint64_t)> Watching::of_steps() const {
  return noting([](TrainProgress& to, std::uint64_t steps) { to.passes = signed_count(steps); });
}

PathWatch Watching::of_path(std::uint64_t folds) const {
  PathWatch out;
  out.stop = stop_;
  out.progress = noting([folds](TrainProgress& to, std::size_t point, std::size_t folds_done) {
    to.passes = signed_count(point);
    to.fits_done = signed_count(folds_done);
    to.fits = signed_count(folds);
  });
  return out;
}

}  // namespace halfspace::api
