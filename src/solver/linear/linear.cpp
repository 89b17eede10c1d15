#include "solver/linear/linear.hpp"

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

/// On the hinge the interior point has the last word, where rounding the kink does not end at the tolerance.
void run_newton(const Design& z, const LinearOptions& o, LinearChoice& choice, LinearWatch& watch) {
  if (o.penalty == PenaltyKind::firth) return solve_firth(z, watch);
  if (o.loss != LossKind::hinge) return solve_newton(z, o.seed, watch);
  if (solve_smooth_hinge(z, o.seed, watch)) return;
  solve_interior_point(z, watch);
  choice = {LinearSolver::interior_point, "Newton's method on the rounded hinge did not come to the tolerance"};
}

/// Dual coordinate descent chosen for its fast start gives way where it turns out slow (large C). Asked for, it has so
/// many passes; then a solver that does not mind finishes, where there is one.
void run_dual_cd(const Design& z, const LinearOptions& o, LinearChoice& choice, LinearWatch& watch) {
  constexpr std::uint64_t fast_start = 60;     // passes
  constexpr std::uint64_t many_passes = 2000;  // 10 times as many lower what is left by little
  const bool chosen = o.solver == LinearSolver::automatic;
  if (chosen && o.loss == LossKind::hinge) {
    solve_dual_cd(z, o.seed, o.max_rounds, watch);
    return;
  }
  const std::uint64_t passes = o.max_rounds > 0 ? o.max_rounds : chosen ? fast_start : many_passes;
  if (solve_dual_cd(z, o.seed, chosen ? fast_start : passes, watch) || watch.status) return;
  if (chosen) {
    solve_trust_newton(z, watch);
    return;
  }
  if (o.max_rounds > 0) return;
  const std::string left = watch.proof.primal > 0 ? short_number(watch.proof.gap / watch.proof.primal, 3) : "unknown";
  const std::string said = counted(many_passes, "round") + " of dual coordinate descent, as asked for, left a gap of " +
                           left + " of the objective; this solver took over";
  if (std::isinf(o.C)) {
    choice = {LinearSolver::min_norm, said};
    solve_hard_margin(z, watch);
  } else if (o.loss != LossKind::hinge) {
    choice = {LinearSolver::trust_newton, said};
    solve_trust_newton(z, watch);
  } else if (small_system(z)) {
    choice = {LinearSolver::interior_point, said};
    solve_interior_point(z, watch);
  } else {
    solve_dual_cd(z, o.seed, 0, watch);
  }
}

/// The search of hulls holds points of d numbers each: where d is large and nobody asked for it, the multipliers.
bool beyond_hulls(const Design& z, const LinearOptions& o) {
  return std::isinf(o.C) && o.solver == LinearSolver::automatic && !small_system(z);
}

/// Was it the multipliers that answered?
bool run_hard_margin(const Design& z, const LinearOptions& o, LinearWatch& watch) {
  if (beyond_hulls(z, o)) {
    solve_hard_multipliers(z, watch);
    if (watch.within(watch.proof) || watch.status) return true;
  }
  if (solve_hard_margin(z, watch)) return false;
  small_system(z) ? solve_interior_point(z, watch) : static_cast<void>(solve_dual_cd(z, o.seed, 0, watch));
  return false;
}

}  // namespace

Result<LinearResult> train_linear(const LinearProblem& problem, const LinearOptions& options,
                                  const LinearObserver& observer) {
  if (const auto fits = check_linear_options(options); !fits) return fits.error();
  if (const auto fits = check_linear_problem(problem, options); !fits) return fits.error();
  const Design z(problem, options);
  if (options.loss == LossKind::perceptron && options.solver != LinearSolver::sgd) return all_zero(z);
  LinearChoice choice = choose_solver(z, options);
  const bool dense_system = choice.solver == LinearSolver::newton || choice.solver == LinearSolver::interior_point;
  if (dense_system && z.dims() > most_dense)
    return Error{Code::usage, "--solver",
                 std::string(name_of(choice.solver)) + " needs a matrix of " + std::to_string(z.dims()) + " x " +
                     std::to_string(z.dims()) + " numbers; choose trust-newton, dual-cd or auto"};
  LinearWatch watch(z, options, observer);
  std::vector<double> curve;
  bool by_multipliers = false;
  switch (choice.solver) {
    case LinearSolver::interior_point:
      solve_interior_point(z, watch);
      break;
    case LinearSolver::newton:
      if (choice.first_passes > 0 && solve_dual_cd(z, options.seed, choice.first_passes, watch)) {
        choice.solver = LinearSolver::dual_cd;
      } else {
        run_newton(z, options, choice, watch);
      }
      break;
    case LinearSolver::trust_newton:
      solve_trust_newton(z, watch);
      break;
    case LinearSolver::dual_cd:
      run_dual_cd(z, options, choice, watch);
      break;
    case LinearSolver::min_norm:
      by_multipliers = run_hard_margin(z, options, watch);
      break;
    case LinearSolver::cd:
      solve_cd(z, watch);
      break;
    case LinearSolver::sgd:
      solve_sgd(z, options.rounds > 0 ? options.rounds : 1, watch);
      break;
    case LinearSolver::gd:
      curve = solve_gd(z, options.rounds > 0 ? options.rounds : default_gd_rounds, options.alpha, watch);
      break;
    case LinearSolver::automatic:
    case LinearSolver::smo:
      break;
  }
  LinearResult out = finish_linear(z, options, std::move(watch));
  out.solver = std::string(name_of(choice.solver));
  out.why = choice.why;
  if (by_multipliers) {
    out.solver = "multipliers";
    out.why = std::to_string(z.dims()) + " columns are too many for the distance of two hulls";
  }
  out.curve = std::move(curve);
  return out;
}

}  // namespace halfspace
