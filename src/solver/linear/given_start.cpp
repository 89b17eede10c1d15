#include "solver/linear/given_start.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/linear/primal/feasible_dual.hpp"
#include "solver/linear/primal/likelihood_bound.hpp"

namespace halfspace {
namespace {

/// α of each row i of the design, equal ones together.
std::vector<double> given_dual(const Design& z, const std::vector<double>& of_row) {
  std::vector<double> alpha(z.n());
  z.for_each_part([&](std::size_t row, std::size_t i, double) { alpha[i] += of_row[row]; });
  for (std::size_t i = 0; i < alpha.size(); ++i) alpha[i] = std::clamp(alpha[i], 0.0, dual_cap(z, i));
  return alpha;
}

/// Under a free bias and L1, what is next to α and feasible.
void make_feasible(const Design& z, const LinearOptions& o, std::span<const double> m, std::vector<double>& alpha) {
  std::vector<double> weight(z.n());  // moving α_i costs the less the larger it is
  if (has_curvature(o.loss)) {
    curvatures(z, m, weight);
  } else {
    for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = -std::fabs(1 - m[i]);
  }
  if (o.has_kink()) {
    FeasibleDual feasible(z);
    feasible.be_careful();
    feasible.set(alpha, weight);
    alpha = feasible.theta();
  } else if (z.free_bias()) {
    for (double& x : weight) x = -x;
    balance(z, weight, alpha);
  }
}

bool proven_by_curvature(const LinearProblem& problem, const LinearOptions& o, const LinearStart& start,
                         std::span<const double> m, const Design& z, SolverRun& run) {
  if (!is_likelihood(o.loss)) return false;
  const auto bound = likelihood_bound(problem, start.w, start.b, o.bias != Bias::none, run.stop_token());
  const double f = loss_sum(z, m);
  if (!bound || bound->dependent != 0 || !(bound->gap <= o.tol * f)) return false;
  run.settle(run.start, f, bound->gap);
  return true;
}

bool proven_at_once(const LinearProblem& problem, const Design& z, const LinearOptions& o, const LinearStart& start,
                    SolverRun& run) {
  std::vector<double> m(z.n());
  z.margins(run.start, m);
  if (!z.penalised()) return proven_by_curvature(problem, o, start, m, z, run);
  if (start.alpha.empty() && !has_curvature(o.loss)) return false;
  std::vector<double> alpha = start.alpha.empty() ? std::vector<double>(z.n()) : given_dual(z, start.alpha);
  if (start.alpha.empty()) dual_of_margins(z, m, alpha);
  make_feasible(z, o, m, alpha);
  run.start_alpha = alpha;
  if (run.proven(run.start, alpha)) return true;
  run.answer = {};  // the solver's own are told apart by it
  return false;
}

}  // namespace

Proof proof_of(const Design& z, const LinearOptions& options, std::span<const double> v,
               const std::vector<double>& alpha) {
  std::vector<double> m(z.n());
  z.margins(v, m);
  std::vector<double> of_design = given_dual(z, alpha);
  make_feasible(z, options, m, of_design);
  return prove(z, v, of_design);
}

Result<void> takes_start(const LinearOptions& o) {
  if (std::isinf(o.C))
    return Error{Code::usage, "start_weights", "a hard margin (--C inf) takes no start; choose a finite C"};
  if (entry_of(o.solver).fixed_rounds)
    return Error{Code::usage, "start_weights",
                 "--solver " + std::string(name_of(o.solver)) + " takes its rounds from w = 0; choose another solver"};
  if (o.penalty == PenaltyKind::firth)
    return Error{Code::usage, "start_weights", "--penalty firth takes no start; choose another penalty"};
  return {};
}

bool ends_at_start(const LinearProblem& problem, const Design& z, const LinearOptions& options,
                   const LinearStart& start, SolverRun& run) {
  run.start = start.w;
  if (z.bias()) run.start.push_back(start.b);
  bool ends = false;
  run.completes([&] { ends = proven_at_once(problem, z, options, start, run); });
  return ends;
}

}  // namespace halfspace
