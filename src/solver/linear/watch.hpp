// What a solver shares with its caller while it runs: the round, the observer, the best proven answer so far.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/linear/linear.hpp"
#include "solver/linear/proof.hpp"

namespace halfspace {

class Watch {
 public:
  Watch(const Design& z, const LinearOptions& options, const LinearObserver& observer)
      : z_(z), options_(options), observer_(observer) {}

  /// Ends a round. True when the run must end: the observer says so, or it was the last round allowed.
  bool stop(double primal, double gap_estimate) {
    ++rounds;
    const Halt halt = observer_.round ? observer_.round({rounds, primal, gap_estimate}) : Halt::go_on;
    if (halt != Halt::go_on) status = halt == Halt::timeout ? LinearStatus::timeout : LinearStatus::interrupted;
    if (options_.max_rounds > 0 && rounds >= options_.max_rounds && !status) status = LinearStatus::rounds;
    return status.has_value();
  }

  /// Is it worth proving v, with this estimate of its gap?
  bool near(double primal, double gap_estimate) const { return gap_estimate <= options_.tol * primal * 0.9; }

  /// Proves v by α and keeps the best answer; true when that is within the tolerance.
  bool proven(std::span<const double> point, std::span<const double> dual) {
    const Proof p = prove(z_, point, dual, digits());
    if (v.empty() || p.gap < proof.gap || !(proof.gap < std::numeric_limits<double>::infinity())) {
      proof = p;
      v.assign(point.begin(), point.end());
      alpha.assign(dual.begin(), dual.end());
    }
    return within(p);
  }

  /// As proven(), for an answer preferred for its form: within the tolerance it replaces one proven better.
  bool proven_as_well(std::span<const double> point, std::span<const double> dual) {
    const Proof p = prove(z_, point, dual, digits());
    if (!(p.gap <= std::max(proof.gap, options_.tol * p.primal / 2))) return false;
    proof = p;
    v.assign(point.begin(), point.end());
    alpha.assign(dual.begin(), dual.end());
    return within(p);
  }

  /// Ends a run without a dual (no penalty, Firth): `estimate` stands for the gap.
  void settle(std::span<const double> point, double primal, double estimate) {
    v.assign(point.begin(), point.end());
    proof = {primal, -std::numeric_limits<double>::infinity(), estimate};
    settled = true;
  }

  bool within(const Proof& p) const { return std::isfinite(p.primal) && p.gap <= options_.tol * p.primal; }

  double tol() const { return options_.tol; }
  bool capped() const { return options_.max_rounds > 0; }

  /// The options of a run on part of the problem that a start is taken from.
  LinearOptions options_for_part(double tol) const {
    LinearOptions o = options_;
    o.tol = std::max(tol, options_.tol);
    o.max_rounds = 50;
    return o;
  }

  std::uint64_t rounds = 0;
  bool settled = false;
  std::optional<LinearStatus> status;  // why the observer or a cap ended the run
  Proof proof;
  std::vector<double> v;
  std::vector<double> alpha;
  std::string note;  // what a solver has to say of its end

 private:
  Digits digits() const { return options_.tol >= 1e-6 ? Digits::some : Digits::all; }

  const Design& z_;
  const LinearOptions& options_;
  const LinearObserver& observer_;
};

}  // namespace halfspace
