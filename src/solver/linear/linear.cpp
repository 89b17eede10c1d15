#include "solver/linear/linear.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "solver/linear/checks.hpp"
#include "solver/linear/choose.hpp"
#include "solver/linear/finish.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

/// The perceptron loss has its minimum 0 at w = 0 whatever the penalty.
LinearResult all_zero(const Design& z) {
  LinearResult out;
  out.status = LinearStatus::converged;
  out.stop_reason = "w = 0 has no perceptron loss: nothing is smaller";
  out.solver = "none";
  out.why = "the optimum is known";
  out.w.assign(z.features(), 0.0);
  std::visit([&](const auto& x) { out.alpha.assign(x.rows, 0.0); }, z.matrix());
  out.has_dual = true;
  return out;
}

constexpr std::size_t most_dense = 20000;  // 3 GB
constexpr std::uint64_t default_gd_rounds = 1000;

/// T of the solvers that take exactly so many rounds: --rounds, else --max-rounds, which caps both.
std::uint64_t fixed_rounds(const LinearOptions& o, std::uint64_t otherwise) {
  if (o.max_rounds == 0) return o.rounds > 0 ? o.rounds : otherwise;
  return o.rounds > 0 ? std::min(o.rounds, o.max_rounds) : o.max_rounds;
}

/// On the hinge the interior point has the last word, where rounding the kink does not end at the tolerance.
void run_newton(const Design& z, const LinearOptions& o, std::uint64_t passes_before, LinearWatch& watch) {
  if (passes_before > 0) {
    if (solve_dual_cd(z, o.seed, passes_before, watch)) return;
    watch.followed = "too slow for " + std::to_string(passes_before) + " passes";
  }
  if (o.penalty == PenaltyKind::firth) return solve_firth(z, watch);
  if (o.loss != LossKind::hinge) return solve_newton(z, o.seed, watch);
  if (solve_smooth_hinge(z, o.seed, watch) || watch.status) return;
  watch.followed = "Newton's method on the rounded hinge did not come to the tolerance";
  solve_interior_point(z, watch);
}

/// Dual coordinate descent chosen for its fast start gives way where it turns out slow (large C). Asked for, it has so
/// many passes; then a solver that does not mind finishes, where there is one.
void run_dual_cd(const Design& z, const LinearOptions& o, LinearWatch& watch) {
  constexpr std::uint64_t fast_start = 60;     // passes
  constexpr std::uint64_t many_passes = 2000;  // 10 times as many lower what is left by little
  const bool chosen = o.solver == LinearSolver::automatic;
  if (chosen && o.loss != LossKind::hinge) {
    if (try_dual_cd(z, o.seed, fast_start, watch) || watch.status) return;
    watch.followed = "its gap fell too slowly for " + std::to_string(fast_start) + " passes";
    solve_trust_newton(z, watch);
    return;
  }
  const std::uint64_t passes = chosen || o.max_rounds > 0 ? o.max_rounds : many_passes;
  if (solve_dual_cd(z, o.seed, passes, watch) || watch.status || chosen || o.max_rounds > 0) return;
  const std::string left = watch.proof.primal > 0 ? short_number(watch.proof.gap / watch.proof.primal, 3) : "unknown";
  watch.followed = counted(many_passes, "round") + " of dual coordinate descent, as asked for, left a gap of " + left +
                   " of the objective";
  if (std::isinf(o.C)) {
    static_cast<void>(solve_hard_margin(z, watch));
  } else if (o.loss != LossKind::hinge) {
    solve_trust_newton(z, watch);
  } else if (small_system(z)) {
    solve_interior_point(z, watch);
  } else {
    static_cast<void>(solve_dual_cd(z, o.seed, 0, watch));
  }
}

/// The search of hulls holds points of d numbers each: where d is large and nobody asked for it, the multipliers.
bool beyond_hulls(const Design& z, const LinearOptions& o) {
  return std::isinf(o.C) && o.solver == LinearSolver::automatic && !small_system(z);
}

void run_hard_margin(const Design& z, const LinearOptions& o, LinearWatch& watch) {
  if (beyond_hulls(z, o)) {
    solve_hard_multipliers(z, watch);
    if (watch.within(watch.proof) || watch.status) return;
    watch.followed = "the multipliers did not come to the tolerance";
  }
  if (solve_hard_margin(z, watch) || watch.status) return;
  watch.followed = "the search of the hulls' distance did not settle";
  small_system(z) ? solve_interior_point(z, watch) : static_cast<void>(solve_dual_cd(z, o.seed, 0, watch));
}

/// Why this solver, and what became of those before the one that answers.
std::string reason(const LinearChoice& choice, const LinearResult& r, const std::string& followed) {
  std::string out = choice.why;
  if (r.solver == "multipliers")
    out = std::to_string(r.w.size()) + " columns are too many for the distance of two hulls";
  if (r.solver == "sgd") out += "; the rows in a new random order each pass, the mean of the last half of the steps";
  for (std::size_t k = 0; k + 1 < r.ran.size(); ++k)
    out += "; after " + std::to_string(r.ran[k].rounds) + " rounds of " + r.ran[k].solver;
  return out + (followed.empty() ? "" : ", " + followed);
}

}  // namespace

Result<LinearResult> train_linear(const LinearProblem& problem, const LinearOptions& options,
                                  const LinearObserver& observer) {
  if (const auto fits = check_linear_options(options); !fits) return fits.error();
  if (const auto fits = check_linear_problem(problem, options); !fits) return fits.error();
  const Design z(problem, options, observer.stop);
  if (options.loss == LossKind::perceptron && options.solver != LinearSolver::sgd) return all_zero(z);
  const LinearChoice choice = choose_solver(z, options);
  const bool dense_system = choice.solver == LinearSolver::newton || choice.solver == LinearSolver::interior_point;
  if (dense_system && z.dims() > most_dense)
    return Error{Code::usage, "--solver",
                 std::string(name_of(choice.solver)) + " needs a matrix of " + std::to_string(z.dims()) + " x " +
                     std::to_string(z.dims()) + " numbers; choose trust-newton, dual-cd or auto"};
  LinearWatch watch(z, options, observer);
  std::vector<double> curve;
  switch (choice.solver) {
    case LinearSolver::interior_point:
      solve_interior_point(z, watch);
      break;
    case LinearSolver::newton:
      run_newton(z, options, choice.first_passes, watch);
      break;
    case LinearSolver::trust_newton:
      solve_trust_newton(z, watch);
      break;
    case LinearSolver::dual_cd:
      run_dual_cd(z, options, watch);
      break;
    case LinearSolver::min_norm:
      run_hard_margin(z, options, watch);
      break;
    case LinearSolver::cd:
      solve_cd(z, watch);
      break;
    case LinearSolver::sgd:
      solve_sgd(z, options.seed, fixed_rounds(options, 1), watch);
      break;
    case LinearSolver::gd:
      curve = solve_gd(z, fixed_rounds(options, default_gd_rounds), options.alpha, watch);
      break;
    case LinearSolver::automatic:
    case LinearSolver::smo:
      break;
  }
  const std::string followed = watch.followed;
  LinearResult out = finish_linear(z, options, std::move(watch));
  out.why = reason(choice, out, followed);
  out.curve = std::move(curve);
  return out;
}

}  // namespace halfspace
