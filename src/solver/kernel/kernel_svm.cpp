#include "solver/kernel/kernel_svm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/number.hpp"
#include "kernel/centre.hpp"
#include "solver/kernel/box_of.hpp"
#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/by_weights.hpp"
#include "solver/kernel/finish_box.hpp"
#include "solver/kernel/kernel_checks.hpp"
#include "solver/kernel/quad_scores.hpp"
#include "solver/linear/checks.hpp"

namespace halfspace {
namespace {

Status status_of(const BoxSolution& s) {
  if (s.end == BoxEnd::solved) return Status::converged;
  if (s.end != BoxEnd::halted) return Status::not_converged;
  return ended_by(s.halt);
}

/// `told`: primal and dual as the report has them.
std::string reason_of(const BoxSolution& s, const LinearOptions& o, bool proof, const LinearResult& told) {
  const double objective = s.end == BoxEnd::solved ? std::max(std::fabs(s.dual), std::fabs(s.dual + s.gap))
                                                   : std::max(std::fabs(told.dual), std::fabs(told.primal));
  if (s.end == BoxEnd::halted && s.f.empty())
    return std::string(s.halt == Halt::timeout ? "stopped by the time limit" : "stopped") +
           " before the scores of all rows were known: no gap is proved";
  if (!std::isfinite(s.gap))
    return o.C < std::numeric_limits<double>::infinity()
               ? "no gap is proved: the numbers leave the range of doubles; scale the columns (--scale), or change C"
               : "no hard margin was found: a combination of each class comes as near to the other as doubles can tell "
                 "(|w| / sum alpha), or the run was ended; choose a finite --C, or another --gamma";
  const std::string gap = "gap " + short_bound(objective > 0 ? s.gap / objective : s.gap, 3) + " of the objective";
  const std::string concave =
      proof ? ""
      : s.concave
          ? "; the kernel is not an inner product (k(u,u) + k(v,v) < 2 k(u,v) for two rows), so this is not a proof"
          : "; the kernel need not be an inner product, so this is not a proof";
  switch (s.end) {
    case BoxEnd::solved:
      return gap + ", at most tol = " + number_text(o.tol) + concave;
    case BoxEnd::halted:
      return (s.halt == Halt::timeout ? "time limit reached, " : "interrupted, ") + gap + concave;
    case BoxEnd::steps:
      return "not converged after " + std::to_string(s.steps) + " steps, " + gap + concave +
             "; raise --tol, or scale the columns";
    default:
      return "no further progress in doubles, " + gap + concave + "; scale the columns (--scale), or raise --tol";
  }
}

/// KKT residuals of α with margins m (hard: slackness α |1 - m|).
KktResiduals kkt_of(const BoxProblem& q, const BoxSolution& s, double b, bool hard) {
  KktResiduals out;
  double sum = 0;
  for (std::size_t i = 0; i < s.alpha.size(); ++i) {
    const double m = q.y[i] * (s.f[i] + b);
    const double a = s.alpha[i];
    sum += q.y[i] * a;
    const double slack =
        hard ? a * std::fabs(1 - m) : std::max(a * std::max(0.0, m - 1), (q.cap[i] - a) * std::max(0.0, 1 - m));
    out.complementary_slackness = std::max(out.complementary_slackness, slack);
    if (hard) out.primal_feasibility = std::max(out.primal_feasibility, 1 - m);
    out.dual_feasibility = std::max({out.dual_feasibility, -a, hard ? 0 : a - q.cap[i]});
  }
  if (q.equality == Equality::sum) out.bias = std::fabs(sum);
  return out;
}

/// Where they are proven, those of the optimum; else of α as it is.
void count_support(LinearResult& out, const BoxProblem& q, const BoxSolution& s) {
  SupportCounts counts;
  for (std::size_t i = 0; i < s.alpha.size(); ++i) {
    counts.positive += s.alpha[i] > 0 ? 1 : 0;
    counts.bounded += s.alpha[i] > 0 && s.alpha[i] == q.cap[i] ? 1 : 0;
    if (!s.f.empty()) out.squared_length += s.alpha[i] * q.y[i] * s.f[i];
  }
  out.counted = s.counts.has_value();
  if (s.counts) counts = *s.counts;
  out.support_vectors = counts.positive;
  out.bounded_support_vectors = counts.bounded;
}

/// Of a proof bounds of the optimum, D <= optimum <= P; else the primal objective as doubles have it. The gap holds what
/// rounding of f may hide of P - D; half of Σ α |error of f| of that is D's, and no part of P's.
void tell_objectives(LinearResult& out, const BoxSolution& s) {
  out.gap = s.gap;
  out.dual = s.dual - s.dual_hidden - s.dual_doubt;
  out.primal = out.has_dual ? s.dual - s.dual_hidden + s.gap + s.dual_doubt : s.dual + s.gap - s.hidden;
}

/// From min 1/2 β'Qβ, 0 <= β <= c, Σ β = ν n, to the problem in its own units: α = β/n, then divided by ρ.
void to_nu_form(LinearResult& out, const BoxProblem& q, const BoxSolution& s) {
  double n = 0;
  for (const double c : q.cap) n += c;
  const double rho = (s.level[0] - s.level[1]) / 2;
  out.b = (s.level[0] + s.level[1]) / 2;
  out.dual /= n * n;
  out.primal /= n * n;
  out.gap /= n * n;
  out.rho = rho / n;
  if (rho > 0) {
    for (double& a : out.alpha) a /= rho;
    out.b /= rho;
    out.squared_length /= rho * rho;
  }
  const bool nothing = !(rho > 0) || -2 * s.dual <= 4 * s.gap;  // |w|^2 is 0 as far as the gap tells
  if (!nothing || s.end == BoxEnd::halted || !std::isfinite(s.gap)) return;
  out.status = out.status == Status::converged ? Status::not_converged : out.status;
  out.stop_reason =
      "at this nu the optimum is w = 0: the classes' reduced hulls meet and no margin is left; another "
      "--nu or --gamma may have one";
}

/// With an eigenvalue of -δ the dual is above the optimum by up to δ/2 |α - α*|^2, and |α_i - α*_i| <= C_i.
void charge_doubt(const Matrix& x, double tol, const BoxProblem& q, BoxSolution& s) {
  double square = 0;
  for (const double c : q.cap) square += c * c;
  const double charge = doubt(x) / 2 * square;
  s.gap += charge;
  s.dual -= charge;
  const double objective = std::max(std::fabs(s.dual), std::fabs(s.dual + s.gap));
  if (s.end == BoxEnd::solved && !(s.gap <= tol * objective)) s.end = BoxEnd::stalled;
}

bool semidefinite_in_time(const Matrix& x, unsigned threads, const StopToken& stop) {
  try {
    return positive_semidefinite(x, threads, stop).value_or(false);
  } catch (const Stopped&) {
    return false;
  }
}

/// Scores of the weights told: those of s divided by what made them feasible or of margin 1. An augmented bias is in f.
void tell_scores(LinearResult& out, const BoxSolution& s, double b, double scale) {
  if (!(scale > 0)) return;
  for (const double f : s.f) out.score.push_back(f / scale + b);
  out.score_error = s.error / scale;
}

/// A hard margin: the weights that the primal objective is of have least margin 1.
void make_feasible(BoxSolution& s) {
  for (double& a : s.alpha) a /= s.least_margin;
  for (double& f : s.f) f /= s.least_margin;
  for (double& b : s.level) b /= s.least_margin;
  s.error /= s.least_margin;
}

bool is_capped(const BoxProblem& q) {
  return std::none_of(q.cap.begin(), q.cap.end(), [](double c) { return std::isinf(c); });
}

/// What is reported of a solution.
LinearResult machine_of(const LinearProblem& problem, const LinearOptions& o, const KernelChoices& k,
                        const BoxProblem& q, bool inner_product, BoxSolution s) {
  const Kernel kernel = function_of(k);
  const bool hard = std::isinf(o.C) && k.nu == 0;
  if (kernel.listed() && is_capped(q)) charge_doubt(problem.x, o.tol, q, s);
  if (hard && s.least_margin > 0) make_feasible(s);
  LinearResult out;
  out.solver = "smo";
  out.why = "steps on pairs of multipliers, for any kernel";
  if (o.bias != Bias::free) out.why = "steps on multipliers, for any kernel";
  const bool proof = inner_product && !s.concave;
  if (!proof) s.counts.reset();
  out.status = status_of(s);
  out.alpha = s.alpha;
  out.b = o.bias == Bias::free ? s.level[1] : 0;
  if (o.bias == Bias::augmented)
    for (std::size_t i = 0; i < s.alpha.size(); ++i) out.b += s.alpha[i] * q.y[i];
  out.rounds = s.steps;
  out.has_dual = proof && std::isfinite(s.gap);
  tell_objectives(out, s);
  out.stop_reason = reason_of(s, o, proof, out);
  count_support(out, q, s);
  out.has_kkt = traits_of(o.loss).soft_margin && k.nu == 0 && !s.f.empty();
  if (out.has_kkt) out.kkt = kkt_of(q, s, o.bias == Bias::free ? s.level[1] : 0, hard);
  if (k.nu > 0) to_nu_form(out, q, s);
  tell_scores(out, s, o.bias == Bias::free ? out.b : 0, k.nu > 0 ? (s.level[0] - s.level[1]) / 2 : 1);
  return out;
}

/// Distances stay the same.
std::optional<Matrix> centred_for(const Kernel& kernel, const Matrix& x) {
  return kernel.of_distance() ? exactly_centred(x) : std::nullopt;
}

/// Who found the multipliers, where those with weights came first.
void name_weights(const LinearResult& weights, std::uint64_t steps, LinearResult& out) {
  out.rounds = weights.rounds + steps;
  out.ran = weights.ran;
  if (steps == 0) {
    out.solver = weights.solver;
    out.why = weights.why;
    return;
  }
  if (out.ran.empty()) out.ran = {{weights.solver, weights.rounds}};
  out.ran.push_back({out.solver, steps});
  out.why += "; after " + std::to_string(weights.rounds) + " rounds with weights";
}

}  // namespace

Result<LinearResult> train_kernel_svm(const LinearProblem& problem, const LinearOptions& o, const KernelChoices& k,
                                      unsigned threads, const LinearObserver& observer) {
  const Kernel kernel = function_of(k);
  if (const auto fits = check_kernel_rows(problem.x, kernel, problem.place); !fits) return fits.error();
  const bool hard = std::isinf(o.C) && k.nu == 0;
  if (hard) {
    if (const auto fits = check_distinct(problem, kernel); !fits) return fits.error();
  }
  constexpr double least_cost = 1e-290;
  if (traits_of(o.loss).ridge > 0 && o.C < least_cost)
    return Error{Code::usage, "--C",
                 number_text(o.C) + " is too small for " + std::string(name_of(o.loss)) + ": 1/(2 C) overflows"};
  const std::optional<Matrix> centred = centred_for(kernel, problem.x);
  const auto box = box_of({centred ? *centred : problem.x, problem.y, problem.weight}, o, k);
  if (!box) return box.error();
  const BoxProblem& q = box.value();
  BoxOptions options;
  options.tol = o.tol;
  options.cache_bytes = k.cache_mib << 20U;
  options.threads = threads;
  options.most_steps = o.max_rounds;
  options.progress = [&](const BoxProgress& p) {
    if (observer.round) observer.round({p.steps, p.dual + p.gap, p.gap});
  };
  options.stop = observer.stop;
  const std::optional<LinearResult> weights = by_weights(problem, o, k, q, threads, observer);
  if (weights) options.guess = weights->alpha;
  BoxSolution s = solve_box(q, options);
  if (s.end == BoxEnd::solved && (o.exact_support || hard)) finish_box(q, options, work_of_any_run, s);
  const bool asked = kernel.listed() && is_capped(q) && !s.concave;
  const bool inner_product =
      is_inner_product(kernel) || (asked && semidefinite_in_time(problem.x, threads, observer.stop));
  const std::uint64_t steps = s.steps;
  const bool scored = !s.f.empty();
  LinearResult out = machine_of(problem, o, k, q, inner_product, std::move(s));
  if (weights) name_weights(*weights, steps, out);
  if (weights && !scored && o.bias == Bias::free) out.b = weights->b;
  return out;
}

bool move_machine(const LinearProblem& problem, const LinearOptions& o, const KernelChoices& k,
                  const std::vector<double>& alpha, unsigned threads, LinearResult& r) {
  const std::optional<Matrix> centred = centred_for(function_of(k), problem.x);
  const auto box = box_of({centred ? *centred : problem.x, problem.y, problem.weight}, o, k);
  if (!box) return false;
  BoxSolution s;
  s.end = r.status == Status::converged       ? BoxEnd::solved
          : r.status == Status::not_converged ? BoxEnd::stalled
                                              : BoxEnd::halted;
  s.halt = r.status == Status::timeout ? Halt::timeout : Halt::interrupt;
  s.steps = r.rounds;
  const auto proven = [&] {
    const double objective = std::max(std::fabs(s.dual), std::fabs(s.dual + s.gap));
    return std::isfinite(s.gap) && s.gap <= o.tol * objective;
  };
  judge_wide(box.value(), alpha, threads, s);
  if (!proven() && has_quad_scores(function_of(k)))
    judge_wide(box.value(), alpha, threads, s, std::nullopt, {}, ScoreDigits::quad);
  if (!proven()) return false;
  s.end = BoxEnd::solved;
  const bool inner_product = r.has_dual || is_inner_product(function_of(k));
  LinearResult moved = machine_of(problem, o, k, box.value(), inner_product, std::move(s));
  moved.solver = r.solver;
  moved.why = r.why;
  r = std::move(moved);
  return true;
}

}  // namespace halfspace
