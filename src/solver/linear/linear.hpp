// Logistic regression and linear support vector machines. Every answer with a dual ends in a proof:
//
//   P(w, b) = C Σ c_i loss(m_i) + Ω(w)   >=   P*   >=   D(α) = -Ω*(Σ α_i z_i) - Σ C_i loss*(-α_i / C_i)
//
// with m_i = y_i (w.x_i + b), z_i = y_i x_i, C_i = C c_i; `gap` = P - D, rounded upwards.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "solver/linear/options.hpp"
#include "solver/linear/problem.hpp"
#include "solver/status.hpp"

namespace halfspace {

/// The five residuals by name (docs/algorithms.md section 4), for hinge and hard margin with L2.
struct KktResiduals {
  double stationarity = 0;             // |w - Σ α_i z_i|
  double complementary_slackness = 0;  // hard: max α_i |1 - m_i|; soft: max of α_i max(0, m_i - 1), (C_i - α_i)
                                       // max(0, 1 - m_i)
  double primal_feasibility = 0;       // hard: max(0, 1 - m_i); soft: 0, the slack takes it
  double dual_feasibility = 0;         // max(0, -α_i, α_i - C_i)
  double bias = 0;                     // free bias: |Σ α_i y_i|
};

struct LinearProgress {
  std::uint64_t rounds = 0;
  double primal = 0;
  double gap = 0;  // infinity: not known yet
};

/// How a run reports while it runs. An empty function is not called.
struct LinearObserver {
  std::function<void(const LinearProgress&)> round;
  StopToken stop = {};  // asked after each round, and inside rounds
};

/// The stop of a question beside the rounds: whenever it is asked the observer hears of it. `observer` must outlive it.
inline StopToken reported(const LinearObserver& observer) {
  return observer.stop.part([&observer] {
    if (observer.round) observer.round({});
    return false;
  });
}

/// Where a run begins: a point, and a dual point where there is one.
struct LinearStart {
  std::vector<double> w;
  double b = 0;
  std::vector<double> alpha = {};  // of each row of the problem, cut to its bounds; empty: that of the point
};

/// Rounds of one solver.
struct SolverStretch {
  std::string solver;
  std::uint64_t rounds = 0;
};

struct LinearResult {
  Status status = Status::not_converged;
  std::string stop_reason;
  std::string solver;     // the one that found this answer
  std::string why;        // why this one
  std::vector<double> w;  // empty for kernel machines
  double b = 0;
  std::vector<double> alpha;  // α of each row where has_dual, else empty
  double primal = 0;          // P(w, b)
  double dual = 0;            // D(α)
  double gap = 0;             // never below P(w, b) - P*
  bool has_dual = false;      // else `gap` is an estimate, half the squared Newton decrement, or infinity
  double gradient = 0;        // largest component of the (sub)gradient at w, b
  std::uint64_t rounds = 0;
  bool has_kkt = false;
  KktResiduals kkt;
  bool counted = false;                       // the two counts are proven of the optimum; else they are of `alpha`
  std::uint64_t support_vectors = 0;          // α_i > 0
  std::uint64_t bounded_support_vectors = 0;  // α_i = C_i (hinge)
  std::vector<double> curve;                  // gd: the objective before each round and at the end
  double squared_length = 0;                  // kernel machines, whose w is empty: |w|^2
  std::vector<double> score;                  // w.x_i + b of each row, kernel machines: w.Φ(x_i) + b ...
  double score_error = 0;                     // ... kernel machines: none farther than this from its exact value
  double rho = 0;                             // nu-SVC: the margin's height before it was made 1
  std::vector<SolverStretch> ran;             // every solver that ran, where more than one did
  bool at_start = false;                      // the start was within the tolerance: w and b are its own
};

/// Trains. Errors: usage for choices that contradict each other or sizes that do not fit, bad_data for one class or a
/// column whose squares overflow. `start` is one for a solver that may have one (takes_start); null: none.
Result<LinearResult> train_linear(const LinearProblem& problem, const LinearOptions& options,
                                  const LinearObserver& observer, const LinearStart* start = nullptr);

}  // namespace halfspace
