// The quadratic programs of kernel machines:
//
//   min over α   1/2 α'Qα + p'α   subject to   0 <= α_t <= C_t   and, by `equality`,
//     none     nothing more                      (no bias, or one that is penalised: k + 1)
//     sum      Σ y_t α_t = 0                     (a free bias: C-SVC, one-class, epsilon-SVR)
//     classes  Σ over each sign stays as begun   (nu-SVC)
//
// with Q_ts = y_t y_s (k(x_t, x_s) + constant) + [t = s] r_t. What a solver keeps is f_t = Σ_s α_s y_s k(x_t, x_s) and
// u_t = -y_t (Qα + p)_t, the way a multiplier wants to go; at the optimum all u_t of free multipliers are one level b
// (of their sign, for `classes`; 0, for `none`).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "data/rows.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

enum class Equality { none, sum, classes };

struct BoxProblem {
  const Matrix& x;
  Kernel kernel;
  double constant = 0;
  std::vector<std::int8_t> y;  // -1 or +1
  std::vector<double> p;
  std::vector<double> cap;    // C_t, infinity for none
  std::vector<double> ridge;  // r_t; empty: 0
  std::vector<double> start;  // feasible; empty: 0
  Equality equality = Equality::sum;
};

struct BoxProgress {
  std::uint64_t steps = 0;
  double dual = 0;
  double gap = 0;
};

struct BoxOptions {
  double tol = 1e-4;  // of the objective
  std::uint64_t cache_bytes = std::uint64_t{256} << 20U;
  unsigned threads = 1;
  std::uint64_t most_steps = 0;                      // 0: many
  std::function<void(const BoxProgress&)> progress;  // called now and then; empty: never
  StopToken stop = {};                               // asked inside kernel rows too
  std::vector<double> guess;                         // α to begin with, feasible but for rounding; empty: q.start
};

enum class BoxEnd { solved, stalled, steps, halted };

/// Of the optimum, whose α is unique.
struct SupportCounts {
  std::uint64_t positive = 0;  // α_t > 0
  std::uint64_t bounded = 0;   // α_t = C_t
};

struct BoxSolution {
  BoxEnd end = BoxEnd::stalled;
  Halt halt = Halt::go_on;
  std::vector<double> alpha;
  std::vector<double> f;                // f_t in doubles; empty: the run was stopped before they were known
  double error = 0;                     // ... none farther than this from its exact value
  double least_margin = 0;              // of a hard margin: min y_t (f_t + b), where it is above 0
  std::array<double, 2> level{};        // b: of y = -1 and of y = +1; both alike unless `classes`
  double dual = 0;                      // -(1/2 α'Qα + p'α)
  double dual_hidden = 0;               // of the dual: what rounding of f may hide, half of Σ α |error of f|
  double dual_doubt = 0;                // ... and what its sums may, and multipliers that miss their equality
  double gap = 0;                       // of that to the primal objective at w = Σ α_t y_t Φ(x_t) and b, rounded up;
                                        // infinity without f
  double hidden = 0;                    // of the gap: what rounding of f may hide; 0: not known
  bool concave = false;                 // two rows had k(u,u) + k(v,v) - 2 k(u,v) < 0: the kernel is no inner product
  std::optional<SupportCounts> counts;  // where they are proven, by intervals
  bool settled = false;                 // α is the optimum's, in doubles near it
  std::uint64_t steps = 0;
  std::uint64_t rows_computed = 0;  // rows of the kernel matrix
  std::uint64_t checks = 0;         // times all scores were computed in doubles
};

/// Sequential minimal optimisation (Platt 1998) with second-order working sets (Fan, Chen, Lin 2005), shrinking and a
/// cache of kernel rows in single precision where that is enough, after blocks of many rows where those fit
/// (solve_blocks.hpp): it proposes; scores in doubles decide, and correct it.
BoxSolution solve_box(const BoxProblem& q, const BoxOptions& options);

}  // namespace halfspace
