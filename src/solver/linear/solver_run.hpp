// A run of one solver or more on a problem: its rounds, of which the observer hears, and apart from them its answer,
// the best that was proven so far.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "solver/linear/rounds.hpp"

namespace halfspace {

/// Z'DZ and D of a nearby problem, both without C: on a path they serve more than one point.
struct KeptCurvature {
  std::vector<double> gram;  // Z' diag(c_i loss''(m_i)) Z
  std::vector<double> bend;  // c_i loss''(m_i)
};

/// What the solvers return.
struct LinearAnswer {
  std::vector<double> v;  // empty: none yet
  std::vector<double> alpha;
  Proof proof;
  bool settled = false;        // without a dual: proof.gap is an estimate within the tolerance
  std::vector<char> screened;  // cd: columns proven to have weight 0 at the optimum
  std::vector<double> curve;   // gd: the objective before each round and at the end
  std::string note;            // what a solver has to report of its end
  std::string followed;        // why the solver at work took over from the one before it
};

class HeldColumns;

class SolverRun : public Rounds {
 public:
  SolverRun(const Design& z, const LinearOptions& options, const LinearObserver& observer)
      : Rounds(options, observer), z_(z) {}

  /// Proves v by α and keeps the best answer; true when that is within the tolerance.
  bool proven(std::span<const double> point, std::span<const double> dual) {
    const Proof p = tightest(point, dual);
    if (answer.v.empty() || p.gap < answer.proof.gap || !(answer.proof.gap < std::numeric_limits<double>::infinity())) {
      take(p, point, dual);
    }
    return within(p);
  }

  /// As proven(), for an answer preferred for its form: within the tolerance it replaces one proven better.
  bool proven_as_well(std::span<const double> point, std::span<const double> dual) {
    const Proof p = tightest(point, dual);
    if (!(p.gap <= std::max(answer.proof.gap, tol() * p.primal / 2))) return false;
    take(p, point, dual);
    return within(p);
  }

  /// Ends a run without a dual (no penalty, Firth): `estimate` stands for the gap.
  void settle(std::span<const double> point, double primal, double estimate) {
    answer.v.assign(point.begin(), point.end());
    answer.proof = {primal, -std::numeric_limits<double>::infinity(), estimate};
    answer.settled = true;
    credit();
  }

  static constexpr double least_tol_of_doubles = 1e-6;  // that proofs in doubles mostly reach

  /// Are proofs in doubles tried first?
  bool doubles_do() const { return doubles_first || tol() >= least_tol_of_doubles; }

  double C() const { return options().C; }
  bool capped() const { return options().max_rounds > 0; }

  /// The options of a run on part of the problem that a start is taken from.
  LinearOptions options_for_part(double tol) const {
    LinearOptions o = options();
    o.tol = std::max(tol, o.tol);
    o.max_rounds = 50;
    return o;
  }

  std::vector<double> start;        // where to begin; empty: the solver's own choice
  std::vector<double> start_alpha;  // ... and a dual point there, of each row; empty: none
  bool doubles_first = false;       // proofs in doubles whatever the tolerance, in more digits where these do not tell
  KeptCurvature* kept = nullptr;    // newton: tried first, and replaced where it does not do
  HeldColumns* held = nullptr;      // cd: the columns of the points before
  LinearAnswer answer;

 private:
  void take(const Proof& p, std::span<const double> point, std::span<const double> dual) {
    answer.proof = p;
    answer.v.assign(point.begin(), point.end());
    answer.alpha.assign(dual.begin(), dual.end());
    credit();
  }

  /// With the digits of doubles where they are enough: with large C their error bound alone may not be, and scores that
  /// are differences of large numbers are not.
  Proof tightest(std::span<const double> point, std::span<const double> dual) const {
    constexpr double digits_stated = 5e-13;
    if (doubles_do()) {
      const Proof p = prove(z_, point, dual, Digits::some);
      const bool enough = within(p) || p.gap - p.rounding > tol() * p.primal;
      if (enough && p.raised <= digits_stated * p.primal) return p;
    }
    return prove(z_, point, dual, Digits::all);
  }

  const Design& z_;
};

}  // namespace halfspace
