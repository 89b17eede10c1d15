#include "solver/kernel/by_weights.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

constexpr std::size_t few_rows = 500;    // pairs of multipliers do at once
constexpr double share_of_gap = 0.3;     // of the tolerance: weights of these multipliers alone may be worse
constexpr double all_but_bound = 1e-12;  // of a cap

/// Σ y α becomes 0 by those multipliers that have room on both sides, the one with most first.
void balance(const BoxProblem& q, std::vector<double>& alpha) {
  long double sum = 0;
  for (std::size_t t = 0; t < alpha.size(); ++t) sum += q.y[t] * static_cast<long double>(alpha[t]);
  const auto room = [&](std::size_t t) { return std::min(alpha[t], q.cap[t] - alpha[t]); };
  while (sum != 0) {
    std::size_t most = 0;
    for (std::size_t t = 1; t < alpha.size(); ++t) most = room(t) > room(most) ? t : most;
    const double before = alpha[most];
    const auto wanted = static_cast<double>(before - q.y[most] * sum);
    alpha[most] = std::clamp(wanted, 0.0, q.cap[most]);
    const long double moved = static_cast<long double>(alpha[most]) - before;
    sum += q.y[most] * moved;
    if (moved == 0 || alpha[most] == wanted) return;  // what is left is rounding
  }
}

}  // namespace

std::optional<LinearResult> by_weights(const LinearProblem& problem, const LinearOptions& options,
                                       const KernelChoices& kernel, const BoxProblem& box, unsigned threads,
                                       const LinearObserver& observer) {
  const bool chosen = options.solver != LinearSolver::automatic || options.max_rounds > 0;
  if (!function_of(kernel).linear() || kernel.nu > 0 || chosen || std::isinf(options.C)) return std::nullopt;
  if (problem.y.size() <= few_rows) return std::nullopt;
  LinearOptions o = options;
  o.penalty = PenaltyKind::l2;
  o.tol = share_of_gap * options.tol;
  o.exact_support = false;
  o.threads = threads;
  LinearObserver quiet;
  quiet.stop = observer.stop;
  auto found = train_linear(problem, o, quiet);
  if (!found || !found.value().has_dual) return std::nullopt;
  LinearResult out = std::move(found).value();
  for (std::size_t t = 0; t < out.alpha.size(); ++t) {
    double& a = out.alpha[t];
    const double cap = box.cap[t];
    a = std::clamp(a, 0.0, cap);
    if (std::isfinite(cap) && cap - a <= all_but_bound * cap) a = cap;
  }
  if (box.equality == Equality::sum) balance(box, out.alpha);
  return out;
}

}  // namespace halfspace
