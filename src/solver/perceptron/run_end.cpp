#include "solver/perceptron/run_end.hpp"

#include <utility>

#include "base/text.hpp"
#include "solver/perceptron/rules.hpp"

namespace halfspace {

void RunEnd::end(Status status, const std::string& reason) {
  if (ended_) return;
  ended_ = true;
  r_.status = status;
  r_.stop_reason = reason;
}

void RunEnd::end_by(Halt halt) {
  if (halt == Halt::timeout) end(Status::timeout, "the time limit is reached");
  if (halt == Halt::interrupt) end(Status::interrupted, "by a signal (Ctrl-C or SIGTERM)");
}

void RunEnd::fail(Error error) {
  error_ = std::move(error);
  ended_ = true;
}

void RunEnd::clean(const std::string& how, bool exact, bool at_rest) {
  if (r_.first_clean_pass == 0) r_.first_clean_pass = r_.passes;
  r_.separable = r_.separable || (o_.mistake == Mistake::boundary_is_mistake && exact);
  if (awaits_clean(o_) || o_.ends_on_clean_pass || at_rest) end(Status::converged, how);
}

void RunEnd::limit(std::uint64_t passes) {
  if (o_.rounds > 0 && r_.visits >= o_.rounds) length(Stop::rounds, Status::rounds, counted(o_.rounds, "visit"));
  if (o_.passes > 0 && passes >= o_.passes) length(Stop::passes, Status::passes, counted(o_.passes, "pass"));
  if (o_.max_updates > 0 && r_.updates >= o_.max_updates)
    end(Status::not_converged, "the cap of " + counted(o_.max_updates, "update") + " is reached");
}

void RunEnd::length(Stop stop, Status status, const std::string& what) {
  if (o_.stop == stop) {
    end(status, what + " made");
  } else {
    end(Status::not_converged, "the cap of " + what + " is reached");
  }
}

void RunEnd::out_of_patience() {
  end(Status::patience, counted(o_.patience, "visit") + " in a row without an update (a heuristic, no proof)");
}

void RunEnd::out_of_work() {
  const std::string awaited = o_.stop == Stop::clean_pass   ? "clean pass"
                              : o_.stop == Stop::no_mistake ? "weights without a mistake"
                                                            : counted(o_.patience, "visit") + " without an update";
  end(Status::not_converged,
      "no " + awaited + " within the bound of " + grouped(o_.max_work) +
          " on work (values looked at); --max-updates K, --passes T or --rounds T sets another limit");
}

void RunEnd::vacuous() {
  if (!zero_is_correct(o_)) return;
  const bool went_on = r_.status == Status::timeout || r_.status == Status::interrupted;
  if (r_.status != Status::converged && (r_.updates != 0 || went_on)) return;
  r_.status = Status::vacuous;
  r_.stop_reason += ", but the weights are all zero and separate nothing";
}

}  // namespace halfspace
