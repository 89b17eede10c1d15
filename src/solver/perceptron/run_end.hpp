// When a run ends, with which status and for which reason: the stop rules and caps, the bound on work, clocks and
// signals, errors. The first reason stands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "base/stop.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

/// Does the run go on until no row is a mistake?
inline bool awaits_clean(const PerceptronChoices& o) {
  return o.stop == Stop::clean_pass || o.stop == Stop::no_mistake;
}

class RunEnd {
 public:
  /// Status and reason, and what is proven by them, go into the result.
  RunEnd(const PerceptronChoices& o, PerceptronResult& r) : o_(o), r_(r) {}

  bool ended() const { return ended_; }
  const std::optional<Error>& error() const { return error_; }

  /// Visits without a mistake until a rule has to be asked, after so many that moved no weights.
  std::uint64_t ahead(std::uint64_t unmoved) const {
    auto most = std::numeric_limits<std::uint64_t>::max();
    if (o_.rounds > 0) most = std::min(most, o_.rounds - r_.visits);
    if (o_.stop == Stop::patience) most = std::min(most, o_.patience - unmoved);
    return most;
  }

  void end(Status status, const std::string& reason);
  void end_by(Halt halt);
  void fail(Error error);

  /// No row is a mistake under the run's rule. `exact`: in exact numbers; `at_rest`: nothing is left to do.
  void clean(const std::string& how, bool exact, bool at_rest);

  void patience(std::uint64_t unmoved) {
    if (o_.stop == Stop::patience && unmoved >= o_.patience) out_of_patience();
  }

  /// T ends the run that was to last so long; beside another stop T and K are caps, and the run has not converged.
  bool at_limit(std::uint64_t passes) {
    if ((o_.rounds > 0 && r_.visits >= o_.rounds) || (o_.passes > 0 && passes >= o_.passes) ||
        (o_.max_updates > 0 && r_.updates >= o_.max_updates))
      limit(passes);
    return ended_;
  }

  /// By visits and entries, never by the clock: equal runs end alike.
  void at_work(std::uint64_t spent) {
    if (o_.max_work > 0 && spent >= o_.max_work) out_of_work();
  }

  /// At the end: weights that are all zero separate nothing, though no row is a mistake.
  void vacuous();

 private:
  void limit(std::uint64_t passes);
  void length(Stop stop, Status status, const std::string& what);
  void out_of_patience();
  void out_of_work();

  const PerceptronChoices& o_;
  PerceptronResult& r_;
  std::optional<Error> error_;
  bool ended_ = false;
};

}  // namespace halfspace
