// Solvers that hand over to another one where they do not come to the tolerance: newton, dual-cd,
// augmented-lagrangian and those of the hard margin. The report names every solver that ran.
#include <cmath>
#include <string>

#include "base/number.hpp"
#include "base/text.hpp"
#include "solver/linear/choose.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

/// Do the first passes do?
bool done_before(const LinearCall& call, SolverRun& run) {
  const auto& [z, o, before] = call;
  if (before.passes == 0) return false;
  const bool newton = before.solver == LinearSolver::trust_newton;
  const bool ended = newton ? try_trust_newton(z, before.passes, run) : solve_dual_cd(z, o.seed, before.passes, run);
  if (!ended && !run.status) run.answer.followed = "not converged after " + std::to_string(before.passes) + " passes";
  return ended || run.status.has_value();
}

/// On the hinge the interior point has the last word, where rounding the kink does not end at the tolerance.
void run_newton(const LinearCall& call, SolverRun& run) {
  const auto& [z, o, before] = call;
  if (done_before(call, run)) return;
  if (o.penalty == PenaltyKind::firth) return solve_firth(z, run);
  if (has_curvature(o.loss)) return solve_newton(z, o.seed, run);
  if (solve_smooth_hinge(z, o.seed, run) || run.status) return;
  run.answer.followed = "Newton's method on the rounded hinge did not come to the tolerance";
  solve_interior_point(z, run);
}

/// What the hinge is left to where passes over the rows do not end.
void finish_hinge(const Design& z, std::uint64_t seed, SolverRun& run) {
  if (solve_augmented_lagrangian(z, seed, run) || run.status) return;
  run.answer.followed = "the augmented Lagrangian did not come to the tolerance";
  if (bearable_system(z)) return solve_interior_point(z, run);
  static_cast<void>(solve_dual_cd(z, seed, 0, run));
}

/// Few rows are slow for conjugate gradients too.
void finish_smooth(const Design& z, std::uint64_t seed, bool few, SolverRun& run) {
  if (!bearable_system(z)) return solve_trust_newton(z, run);
  if (!few) {
    const std::uint64_t products = products_before_system(z);
    if (try_trust_newton(z, products, run) || run.status) return;
    run.answer.followed = "not converged after " + std::to_string(products) + " passes";
  }
  solve_newton(z, seed, run);
}

/// Dual coordinate descent that was chosen gives way where it turns out slow (large C). Asked for, it has so
/// many passes; then a solver that does not mind finishes, where there is one.
void run_dual_cd(const LinearCall& call, SolverRun& run) {
  const auto& [z, o, none_before] = call;
  constexpr std::uint64_t many_passes = 2000;  // 10 times as many lower what is left by little
  const bool chosen = o.solver == LinearSolver::automatic;
  const bool finite = !std::isinf(o.C);
  if (chosen && finite && (has_curvature(o.loss) || bearable_system(z, hinge_band))) {
    const bool few = few_rows(z);
    const std::uint64_t most = few || !has_curvature(o.loss) ? many_passes : 60;
    if (try_dual_cd(z, o.seed, most, run) || run.status) return;
    run.answer.followed = "its gap fell too slowly to end within " + std::to_string(most) + " passes";
    return has_curvature(o.loss) ? finish_smooth(z, o.seed, few, run) : finish_hinge(z, o.seed, run);
  }
  const std::uint64_t passes = chosen || o.max_rounds > 0 ? o.max_rounds : many_passes;
  if (solve_dual_cd(z, o.seed, passes, run) || run.status || chosen || o.max_rounds > 0) return;
  const std::string left =
      run.answer.proof.primal > 0 ? short_number(run.answer.proof.gap / run.answer.proof.primal, 3) : "unknown";
  run.answer.followed = counted(many_passes, "round") + " of dual coordinate descent, as asked for, left a gap of " +
                        left + " of the objective";
  if (std::isinf(o.C)) {
    static_cast<void>(solve_hard_margin(z, run));
  } else if (has_curvature(o.loss)) {
    solve_trust_newton(z, run);
  } else if (small_system(z)) {
    solve_interior_point(z, run);
  } else {
    static_cast<void>(solve_dual_cd(z, o.seed, 0, run));
  }
}

/// A point of a path.
void run_dual_cd_alone(const LinearCall& call, SolverRun& run) {
  static_cast<void>(solve_dual_cd(call.z, call.options.seed, 0, run));
}

void run_augmented_lagrangian(const LinearCall& call, SolverRun& run) {
  if (!done_before(call, run)) finish_hinge(call.z, call.options.seed, run);
}

void run_min_norm(const LinearCall& call, SolverRun& run) {
  const Design& z = call.z;
  if (solve_hard_margin(z, run) || run.status) return;
  run.answer.followed = "the search of the hulls' distance did not settle";
  small_system(z) ? solve_interior_point(z, run) : run_dual_cd_alone(call, run);
}

void run_multipliers(const LinearCall& call, SolverRun& run) {
  solve_hard_multipliers(call.z, run);
  if (run.within(run.answer.proof) || run.status) return;
  run.answer.followed = "the multipliers did not come to the tolerance";
  run_min_norm(call, run);
}

Result<void> has_dual_point(const LinearOptions& o) {
  if (!has_dual_step(o.loss))
    return solver_rules::refused("dual-cd needs a loss with a dual step, " +
                                 alternatives(names_that<LossKind>(has_dual_step)) + ", not --loss " +
                                 std::string(name_of(o.loss)));
  if (!o.half_square()) return solver_rules::refused("dual-cd needs --penalty l2");
  return {};
}

Result<void> is_soft_margin_with_l2(const LinearOptions& o) {
  if (traits_of(o.loss).soft_margin && o.half_square()) return {};
  return solver_rules::refused("augmented-lagrangian needs --loss hinge --penalty l2");
}

Result<void> is_hard_margin(const LinearOptions& o) {
  if (std::isinf(o.C)) return {};
  return solver_rules::refused(std::string(name_of(o.solver)) + " is for the hard margin, --C inf");
}

}  // namespace

const LinearSolverEntry newton_solver = {
    .dense_system = true,
    .accepts = {solver_rules::no_hard_margin, solver_rules::loss_fits, solver_rules::no_kink},
    .run = run_newton,
    .run_from_start = run_newton};

const LinearSolverEntry dual_cd_solver = {.accepts = {solver_rules::no_firth, solver_rules::loss_fits, has_dual_point},
                                          .run = run_dual_cd,
                                          .run_from_start = run_dual_cd_alone};

const LinearSolverEntry augmented_lagrangian_solver = {
    .dense_system = true,
    .accepts = {solver_rules::no_firth, solver_rules::no_hard_margin, solver_rules::loss_fits, is_soft_margin_with_l2},
    .run = run_augmented_lagrangian};

const LinearSolverEntry min_norm_solver = {.accepts = {solver_rules::no_firth, is_hard_margin}, .run = run_min_norm};

const LinearSolverEntry multipliers_solver = {.accepts = {solver_rules::no_firth, is_hard_margin},
                                              .run = run_multipliers};

}  // namespace halfspace
