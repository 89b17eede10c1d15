// Textbook gradient descent for logistic regression without penalty, the sum form:
//
//   w̄ <- w̄ - α Σ C_i (p_i - t_i) x̄_i   from 0, fixed α, T rounds;   C_i (p_i - t_i) x̄_i = C_i loss'(m_i) z_i
//
// The objective falls in every round when α <= 1/L and need not when α > 2/L, L = λ_max(Z' diag(C) Z)/4, found by power
// iteration. Nocedal and Wright 2006, chapter 3.
#include <cmath>
#include <string>

#include "base/number.hpp"
#include "simd/ops.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

constexpr int power_rounds = 100;

/// λ_max(Z' diag(C) Z) / 4, from below, to about 1e-3.
double smoothness(const Design& z, SolverRun& run) {
  std::vector<double> v(z.dims());
  std::vector<double> m(z.n());
  for (std::size_t j = 0; j < v.size(); ++j) v[j] = 1 + 1 / static_cast<double>(j + 2);
  double L = 0;
  for (int k = 0; k < power_rounds; ++k) {
    const double length = std::sqrt(squared_norm(v.data(), v.size()));
    if (length == 0 || run.halted()) break;
    for (double& x : v) x /= length;
    z.margins(v, m);
    for (std::size_t i = 0; i < m.size(); ++i) m[i] *= z.cost()[i];
    z.combine(m, v);
    const double next = std::sqrt(squared_norm(v.data(), v.size()));
    if (std::fabs(next - L) <= 1e-6 * next) return next / 4;
    L = next;
  }
  return L / 4;
}

void solve_gd(const Design& z, std::uint64_t rounds, double fixed_step, SolverRun& run) {
  run.begin("gd");
  const double L = smoothness(z, run);
  const double alpha = fixed_step > 0 ? fixed_step : (L > 0 ? 1 / L : 1);
  std::vector<double> v(z.dims());
  std::vector<double> step(z.dims());
  std::vector<double> m(z.n());
  std::vector<double> a(z.n());
  std::vector<double>& curve = run.answer.curve;
  std::uint64_t round = 0;
  for (; round < rounds; ++round) {
    z.margins(v, m);
    curve.push_back(loss_sum(z, m));
    if (!std::isfinite(curve.back()) || run.stop(curve.back(), INFINITY)) break;
    dual_of_margins(z, m, a);  // C_i (t_i - p_i) y_i
    z.combine(a, step);        // - Σ C_i (p_i - t_i) x̄_i
    axpy(alpha, step.data(), v.size(), v.data());
  }
  z.margins(v, m);
  curve.push_back(loss_sum(z, m));
  const std::string known = "alpha = " + number_text(alpha) + ", 2/L = " + number_text(2 / L);
  const bool grew = !(curve.back() <= curve.front());
  run.answer.note = std::to_string(round) + " steps of length " + number_text(alpha);
  if (grew) {
    run.answer.note = "diverged: the loss rose from " + number_text(curve.front()) + " to " +
                      number_text(curve.back()) + "; " + known + ", choose alpha below it";
  } else if (alpha > 2 / L) {
    run.answer.note += "; alpha is above 2/L and the run may diverge: " + known;
  }
  if (!run.status) run.status = Status::rounds;
  run.answer.v = v;
  run.answer.proof.primal = curve.back();
  run.answer.proof.dual = -INFINITY;
  run.answer.proof.gap = INFINITY;
}

constexpr std::uint64_t default_rounds = 1000;

Result<void> is_textbook(const LinearOptions& o) {
  if (is_likelihood(o.loss) && o.penalty == PenaltyKind::none) return {};
  return solver_rules::refused("gd is the textbook's: --loss logistic --penalty none");
}

void run_gd(const LinearCall& call, SolverRun& run) {
  solve_gd(call.z, call.options.fixed_rounds(default_rounds), call.options.alpha, run);
}

}  // namespace

const LinearSolverEntry gd_solver = {
    .fixed_rounds = true, .accepts = {solver_rules::no_firth, is_textbook}, .run = run_gd};

}  // namespace halfspace
