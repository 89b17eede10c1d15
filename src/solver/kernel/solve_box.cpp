#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/kernel/box_goal.hpp"
#include "solver/kernel/box_scores.hpp"
#include "solver/kernel/finish_box.hpp"
#include "solver/kernel/smo.hpp"
#include "solver/kernel/solve_blocks.hpp"

namespace halfspace {
namespace {

constexpr double least_share = 1e-9;      // of the tolerance: how far the steps may go beyond it between two checks
constexpr std::size_t small_rows = 3000;  // kernel rows in doubles cost nothing
constexpr double tol_of_floats = 1e-6;    // below, doubles from the start
constexpr double error_of_floats = 1e-4;  // kernel values worse than this mislead
constexpr std::uint64_t steps_a_row = 1000;
constexpr std::uint64_t fewest_steps = 2'000'000;
constexpr std::uint64_t first_turn = 20'000;  // steps before the active set gets its turn, and at least
constexpr std::uint64_t turn_a_row = 20;  // ... so many a row; each turn after twice as many steps as the one before

/// What the steps came to, without scores: nothing is proven of it.
template <class T>
void take_unproven(const Smo<T>& smo, BoxSolution& out) {
  out.alpha = smo.alpha();
  out.level = smo.level();
  out.dual = smo.dual();
  out.dual_hidden = out.dual_doubt = 0;
  out.gap = std::numeric_limits<double>::infinity();
  out.f.clear();
  out.least_margin = 0;
}

/// Steps from these u on; an operation that is stopped half-way leaves α as it is.
template <class T>
typename Smo<T>::End stretch(Smo<T>& smo, const std::vector<double>& u, double share, double begun, std::uint64_t most,
                             BoxSolution& out) {
  out.halt = Halt::go_on;
  try {
    smo.restart(out.alpha, u);
    const auto end = smo.run(share, begun, out.dual, most);
    out.halt = smo.halt();
    return end;
  } catch (const Stopped& s) {
    out.halt = s.why;
    return Smo<T>::End::halted;
  }
}

/// Multiply-adds that the active set may take after so many steps.
double work_of_turn(const BoxProblem& q, std::uint64_t steps) {
  constexpr double least = 2e8;     // tenths of a second
  constexpr double of_steps = 0.5;  // times those of the steps, which take a tenth of the time each
  return std::max(least, of_steps * static_cast<double>(steps) * static_cast<double>(q.y.size()));
}

/// Slow steps give way to the active set; they go on from its multipliers where those are better. True when that ends
/// the run.
bool take_turn(const BoxProblem& q, const BoxOptions& options, double begun, double work, BoxScores& scores,
               BoxSolution& out) {
  finish_box(q, options, work, out);
  if (small_enough(out, options.tol, begun)) {
    out.end = BoxEnd::solved;
    return true;
  }
  if (out.settled) return true;  // as near as numbers of this precision can prove
  if (out.halt == Halt::go_on && !scores.follow(out.alpha, options.threads, options.stop))
    out.halt = options.stop.why();
  if (out.halt != Halt::go_on) out.end = BoxEnd::halted;
  return out.halt != Halt::go_on;
}

/// Is the gap small enough, with scores in which rounding hides less where that is what is in the way?
bool judged(const BoxOptions& options, double begun, BoxScores& scores, BoxSolution& out) {
  scores.judge(out);
  ++out.checks;
  if (small_enough(out, options.tol, begun)) return true;
  if (!small_but_for_rounding(out, options.tol, begun) || !scores.sharpen(options.threads, options.stop)) return false;
  scores.judge(out);
  return small_enough(out, options.tol, begun);
}

/// Stretches of steps, each from scores in doubles; true when that ends the run, false when T is not precise enough.
template <class T>
bool solve_in(const BoxProblem& q, const BoxOptions& options, double begun, BoxScores& scores, BoxSolution& out) {
  Smo<T> smo(q, options);
  const std::uint64_t many = std::max<std::uint64_t>(fewest_steps, steps_a_row * q.y.size());
  const std::uint64_t steps_before = out.steps;
  const std::uint64_t most =
      options.most_steps > 0 ? options.most_steps - std::min(options.most_steps, steps_before) : many;
  const std::uint64_t rows_before = out.rows_computed;
  std::vector<double> u(q.y.size());
  double share = 0.5;
  int idle = 0;  // checks that did not bring the gap down
  std::uint64_t turn = std::max<std::uint64_t>(first_turn, turn_a_row * q.y.size());
  double gap_of_turn = out.gap;  // when the last turn came
  while (true) {
    for (std::size_t t = 0; t < u.size(); ++t) u[t] = scores.u(t);
    const auto end = stretch(smo, u, share * options.tol, begun, std::min(most, turn), out);
    const bool halted = end == Smo<T>::End::halted;
    const double before = out.gap;
    const double dual_before = out.dual;
    out.steps = steps_before + smo.steps();
    out.rows_computed = rows_before + smo.rows_computed();
    out.concave = out.concave || smo.concave();
    if (!scores.follow(smo.alpha(), options.threads, halted ? options.stop.grace() : options.stop)) {
      take_unproven(smo, out);
      out.halt = halted ? out.halt : options.stop.why();
      out.end = BoxEnd::halted;
      return true;
    }
    const bool solved = judged(options, begun, scores, out);
    if (solved || halted) {
      out.end = solved ? BoxEnd::solved : BoxEnd::halted;
      return true;
    }
    if (end == Smo<T>::End::steps) {
      if (smo.steps() >= most) {
        out.end = BoxEnd::steps;
        return options.most_steps > 0;
      }
      const double target = options.tol * scale_of(out, begun);
      const bool soon = std::isfinite(gap_of_turn) && out.gap * out.gap <= gap_of_turn * target;  // as many steps again
      gap_of_turn = out.gap;
      if (!soon && take_turn(q, options, begun, work_of_turn(q, turn), scores, out)) return true;
      turn *= 2;
      continue;
    }
    const bool better = out.gap < 0.5 * before || out.dual > dual_before + 1e-15 * std::fabs(out.dual);
    idle = out.gap < 0.5 * before ? 0 : idle + 1;
    if (!better || idle > 20) return false;
    share = std::max(share * 0.3, least_share);
  }
}

}  // namespace

BoxSolution solve_box(const BoxProblem& q, const BoxOptions& options) {
  BoxScores scores(q);
  BoxSolution out;
  out.alpha = !options.guess.empty() ? options.guess : q.start.empty() ? std::vector<double>(q.y.size()) : q.start;
  out.gap = std::numeric_limits<double>::infinity();
  const bool known = scores.follow(out.alpha, options.threads, options.stop) ||
                     (!options.guess.empty() && scores.follow(out.alpha, options.threads, options.stop.grace()));
  if (!known) {
    out.end = BoxEnd::halted;
    out.halt = options.stop.why();
    return out;
  }
  scores.judge(out);
  const double begun = std::fabs(out.dual);
  out.halt = options.stop.why();
  if (small_enough(out, options.tol, begun)) {
    out.end = BoxEnd::solved;
    return out;
  }
  if (out.halt != Halt::go_on) {  // what led to the guess has taken the time
    out.end = BoxEnd::halted;
    return out;
  }
  const auto enough = [&] {
    const KernelRows<float> single(q.x, q.kernel, q.constant);
    return single.rounding() <= error_of_floats * single.largest_value();
  };
  const bool floats = q.y.size() > small_rows && options.tol >= tol_of_floats && enough();
  if (q.y.size() > small_rows && fits_blocks(q, scores)) {
    const auto blocks = floats ? solve_in_blocks<float> : solve_in_blocks<double>;
    if (blocks(q, options, begun, rows_of_a_block, scores, out)) return out;
  }
  if (floats && solve_in<float>(q, options, begun, scores, out)) return out;
  if (out.end != BoxEnd::steps && solve_in<double>(q, options, begun, scores, out)) return out;
  finish_box(q, options, work_of_a_stalled_run, out);
  if (out.halt != Halt::go_on) out.end = BoxEnd::halted;
  if (small_enough(out, options.tol, begun)) out.end = BoxEnd::solved;
  return out;
}

}  // namespace halfspace
