// The progress of a run: its rounds, of which the observer hears, and why they end.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "solver/linear/linear.hpp"
#include "solver/linear/proof.hpp"

namespace halfspace {

class Rounds {
 public:
  Rounds(const LinearOptions& options, const LinearObserver& observer) : options_(options), observer_(observer) {}

  /// From here on this solver is at work; those before it hand over.
  void begin(std::string solver) { ran_.push_back({std::move(solver), 0}); }

  /// Ends a round. True when the run must end: the token says so, or it was the last round allowed.
  bool stop(double primal, double gap_estimate) {
    ++rounds;
    if (!ran_.empty()) ++ran_.back().rounds;
    latest_ = {rounds, primal, gap_estimate};
    ask();
    if (options_.max_rounds > 0 && rounds >= options_.max_rounds && !status) status = Status::rounds;
    return status.has_value();
  }

  /// Asked inside long rounds: does the token end the run?
  bool halted() {
    if (!status) ask();
    return status.has_value();
  }

  /// The same, asked once enough work has come together.
  bool halted(std::uint64_t work) {
    constexpr std::uint64_t portion = std::uint64_t{1} << 16U;  // the token is shared by threads
    uncounted_ += work;
    if (uncounted_ < portion) return status.has_value();
    work_ += uncounted_;
    if (observer_.stop.stopped(std::exchange(uncounted_, 0)) && !status) end(observer_.stop.why());
    if (work_ >= StopToken::between_looks) {
      work_ = 0;
      halted();
    }
    return status.has_value();
  }

  /// Counts work of a run that may be bounded by it, on one thread; true once the bound is reached.
  bool spend(std::uint64_t work) {
    spent_ += work;
    return spent();
  }
  bool spent() const { return most_work > 0 && spent_ >= most_work; }

  /// Does the work; false when an operation of it was stopped half-way, and then the status says why.
  template <class F>
  bool completes(F work) {
    try {
      work();
      return true;
    } catch (const Stopped& s) {
      end(s.why);
      return false;
    }
  }

  const StopToken& stop_token() const { return observer_.stop; }

  /// Is it worth proving an answer, with this estimate of its gap?
  bool near(double primal, double gap_estimate) const { return gap_estimate <= options_.tol * primal * 0.9; }

  bool within(const Proof& p) const { return std::isfinite(p.primal) && p.gap <= options_.tol * p.primal; }

  double tol() const { return options_.tol; }

  /// Every solver that ran, in order, and the one that found the best answer (of none the last).
  const std::vector<SolverStretch>& ran() const { return ran_; }
  std::string answered() const { return answered_.empty() && !ran_.empty() ? ran_.back().solver : answered_; }

  std::uint64_t rounds = 0;
  std::uint64_t most_work = 0;   // 0: not bounded
  std::optional<Status> status;  // why the token or a cap ended the run

 protected:
  const LinearOptions& options() const { return options_; }

  /// The solver at work found a better answer.
  void credit() { answered_ = ran_.empty() ? "" : ran_.back().solver; }

 private:
  void ask() {
    if (observer_.round) observer_.round(latest_);
    const Halt halt = observer_.stop.ask();
    if (halt != Halt::go_on) end(halt);
  }

  void end(Halt why) { status = ended_by(why); }

  const LinearOptions& options_;
  const LinearObserver& observer_;
  LinearProgress latest_;
  std::vector<SolverStretch> ran_;
  std::string answered_;
  std::uint64_t work_ = 0;       // since the observer heard of it
  std::uint64_t uncounted_ = 0;  // the token does not know of it yet
  std::uint64_t spent_ = 0;
};

}  // namespace halfspace
