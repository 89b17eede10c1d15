#include "solver/linear/list.hpp"

#include <cmath>

#include "solver/linear/options.hpp"

namespace halfspace {

namespace solver_rules {

Error refused(const std::string& message) { return Error{Code::usage, "--solver", message}; }

Result<void> no_firth(const LinearOptions& o) {
  if (o.penalty != PenaltyKind::firth) return {};
  return refused(std::string(name_of(o.solver)) + " does not know Firth's penalty; choose auto or newton");
}

Result<void> no_hard_margin(const LinearOptions& o) {
  if (!std::isinf(o.C)) return {};
  return refused(std::string(name_of(o.solver)) +
                 " has no hard margin; choose auto, min-norm, interior-point or dual-cd");
}

Result<void> loss_fits(const LinearOptions& o) {
  if (has_curvature(o.loss) || (!o.has_kink() && is_weighed(o.penalty))) return {};
  return Error{Code::usage, "--penalty",
               std::string(name_of(o.penalty)) + " requires a smooth loss, not " + "--loss " +
                   std::string(name_of(o.loss)) + "; choose " + alternatives(names_that<LossKind>(has_curvature))};
}

Result<void> no_kink(const LinearOptions& o) {
  if (!o.has_kink()) return {};
  return refused(std::string(name_of(o.solver)) + " needs penalty none or l2");
}

}  // namespace solver_rules

namespace {

Result<void> is_for_kernels(const LinearOptions&) {
  return solver_rules::refused("smo is for a kernel machine; choose --kernel");
}

}  // namespace

const LinearSolverEntry automatic_solver = {.accepts = {solver_rules::loss_fits}};

const LinearSolverEntry kernel_solver = {.accepts = {is_for_kernels}};

Result<void> check_solver(const LinearOptions& options) {
  if (options.optimum_known()) return {};
  for (SolverRule* rule : entry_of(options.solver).accepts) {
    if (rule == nullptr) break;
    if (auto fits = rule(options); !fits) return fits;
  }
  return {};
}

}  // namespace halfspace
