// The last digits of a BoxProblem, by the active set method in long double: F are the rows with 0 < α_t < C_t. On them
//
//   Q_FF d + y_F b = -g_F,   y_F'd = what Σ y α lacks          g = Qα + p
//
// by a factor L L' of Q_FF + c y_F y_F' that rows join and leave (c y y' changes nothing where y'd is given). A row
// that comes to its bound leaves; once the conditions hold on F the row that violates its own most joins; a row that
// depends on F makes α move along the direction that Q does not see until a row comes to its bound. As
// exact/box_program.hpp, with roundings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/free_rows.hpp"
#include "solver/kernel/wide_kernel.hpp"

namespace halfspace {

/// So many kernel values may be kept where the rows of the kernel matrix have these bytes.
constexpr double kept_numbers(std::uint64_t cache_bytes) {
  constexpr double most = 1e7;
  return cache_bytes < static_cast<std::uint64_t>(most * sizeof(long double))
             ? static_cast<double>(cache_bytes) / static_cast<double>(sizeof(long double))
             : most;
}

struct ActiveBoxLimits {
  double work = 0;     // multiply-adds
  double numbers = 0;  // kernel values kept
  unsigned threads = 1;
  StopToken stop = {};  // asked now and then, and inside long operations, which throw Stopped
};

struct ActiveBoxAnswer {
  bool begun = false;    // false: not even the scores were within the limits
  bool settled = false;  // the conditions hold to within rounding
  std::vector<long double> alpha;
  std::vector<long double> f;       // f_t of these α
  long double error = 0;            // ... none farther than this from that of the rows as doubles hold them
  std::vector<long double> lift;    // by so much α of F changes for margins that are 1 higher on F
  long double level_lift = 0;       // ... and the level
  std::vector<std::uint32_t> free;  // F
  OfGroups<long double> level;      // as of BoxSolution, where F has rows
  OfGroups<bool> has_level;
};

/// Multiply-adds of the scores of α, with which settle_box() begins.
double work_of_scores(const BoxProblem& q, std::span<const double> alpha);

/// From these α on.
ActiveBoxAnswer settle_box(const BoxProblem& q, const WideKernel& kernel, std::span<const double> alpha,
                           const ActiveBoxLimits& limits);

}  // namespace halfspace
