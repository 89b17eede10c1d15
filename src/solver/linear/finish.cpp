#include "solver/linear/finish.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "base/number.hpp"
#include "base/text.hpp"
#include "solver/linear/best_bias.hpp"

namespace halfspace {
namespace {

/// max_j |g_j - the nearest subgradient|, g the gradient of the smooth part; m = Z v.
double largest_gradient(const Design& z, std::span<const double> v, std::span<const double> m) {
  std::vector<double> alpha(z.n());
  std::vector<double> g(z.dims());
  dual_of_margins(z, m, alpha);
  z.combine(alpha, g);
  double most = 0;
  for (std::size_t j = 0; j < v.size(); ++j) {
    const Penalty& p = z.penalty(j);
    const double smooth = p.l2 * v[j] - g[j];
    const double kink =
        v[j] == 0 ? std::max(0.0, std::fabs(smooth) - p.l1) : std::fabs(smooth + std::copysign(p.l1, v[j]));
    most = std::max(most, kink);
  }
  return most;
}

KktResiduals residuals(const Design& z, std::span<const double> v, std::span<const double> alpha,
                       std::span<const double> m) {
  KktResiduals k;
  std::vector<double> q(z.dims());
  z.combine(alpha, q);
  double sum = 0;
  for (std::size_t j = 0; j < v.size(); ++j) {
    const double r = z.penalty(j).l2 * v[j] - q[j];
    if (z.free_bias() && j == z.features()) {
      k.bias = std::fabs(r);
    } else {
      sum += r * r;
    }
  }
  k.stationarity = std::sqrt(sum);
  z.for_each_part([&](std::size_t, std::size_t i, double share) {
    const double C = share * z.cost()[i];
    const double a = share * alpha[i];
    k.dual_feasibility = std::max({k.dual_feasibility, -a, a - C});
    if (std::isinf(C)) {
      k.primal_feasibility = std::max(k.primal_feasibility, 1 - m[i]);
      k.complementary_slackness = std::max(k.complementary_slackness, a * std::fabs(1 - m[i]));
    } else {
      const double slack = std::max(a * std::max(0.0, m[i] - 1), (C - a) * std::max(0.0, 1 - m[i]));
      k.complementary_slackness = std::max(k.complementary_slackness, slack);
    }
  });
  return k;
}

std::string relative_gap(const LinearResult& r) {
  if (!std::isfinite(r.gap)) return "unknown";
  return r.primal > 0 ? short_bound(r.gap / r.primal, 3) + " of the objective" : short_bound(r.gap, 3);
}

constexpr std::uint64_t many_rounds = 1000;  // from here a solver ends by itself

}  // namespace

void centre_bias(const Design& z, LinearAnswer& answer, std::vector<double>& m) {
  if (has_curvature(z.loss()) || !z.free_bias() || answer.alpha.empty() || std::isinf(z.cost()[0])) return;
  constexpr double narrow = 1e-6;  // beside margins of 1
  const double way = way_to_middle(z, m);
  if (std::fabs(way) < narrow) return;
  std::vector<double> v(answer.v);
  v.back() += way;
  const Proof proof = prove(z, v, answer.alpha);
  if (!(proof.gap <= answer.proof.gap * (1 + narrow) + 1e-15 * proof.primal)) return;
  answer.v = std::move(v);
  answer.proof = proof;
  z.margins(answer.v, m);
}

std::string spent_text(const LinearResult& r, const LinearOptions& o, std::uint64_t most_work) {
  return "no duality gap of " + number_text(o.tol) + " of the objective within the bound of " + grouped(most_work) +
         " on work (multiplications), gap " + relative_gap(r) +
         "; --scale standard is often faster, --algorithm logistic --multiclass multinomial has no such bound";
}

std::string stop_reason(const LinearResult& r, const LinearOptions& o) {
  const std::string relative = relative_gap(r);
  switch (r.status) {
    case Status::converged:
      if (!r.has_dual) return "Newton's method expects to gain " + short_bound(r.gap, 3) + ", within the tolerance";
      return "duality gap " + relative + ", at most " + number_text(o.tol);
    case Status::not_separable:
      return "the dual is unbounded: no hyperplane separates the classes";
    case Status::rounds:
      return "all rounds done, gap " + relative;
    case Status::timeout:
      return "time limit reached, gap " + relative;
    case Status::interrupted:
      return "interrupted, gap " + relative;
    default:
      return (r.rounds >= many_rounds ? "not converged after " + std::to_string(r.rounds) + " rounds, gap "
                                      : "no further progress in doubles, gap ") +
             relative + "; scale the columns (--scale), choose another --solver, or raise --tol";
  }
}

LinearResult finish_linear(const Design& z, const LinearOptions& o, SolverRun run) {
  LinearAnswer& answer = run.answer;
  LinearResult out;
  const bool proof = is_weighed(o.penalty);
  if (answer.v.empty()) {  // ended before an answer: w = 0, and what that proves
    answer.v.assign(z.dims(), 0.0);
    answer.proof = prove(z, answer.v, std::vector<double>(z.n()));
  }
  std::vector<double> m(z.n());
  z.margins(answer.v, m);
  centre_bias(z, answer, m);
  out.primal = answer.proof.primal;
  out.dual = answer.proof.dual;
  out.gap = answer.proof.gap;
  out.has_dual = proof && std::isfinite(out.gap) && std::isfinite(out.dual);
  const bool within = answer.settled || (run.within(answer.proof) && !answer.alpha.empty());
  out.status = within ? Status::converged : run.status.value_or(Status::not_converged);
  out.rounds = run.rounds;
  out.solver = run.answered();
  if (run.ran().size() > 1) out.ran = run.ran();
  out.w.assign(answer.v.begin(), answer.v.begin() + static_cast<std::ptrdiff_t>(z.features()));
  for (double& w : out.w) w += 0.0;  // no -0
  out.b = z.bias() ? answer.v.back() + 0.0 : 0;
  out.score = z.scores(answer.v, m);
  if (!std::isinf(o.C)) out.gradient = largest_gradient(z, answer.v, m);
  if (out.has_dual && !answer.alpha.empty()) {
    out.alpha.assign(z.problem_rows(), 0.0);
    z.for_each_part([&](std::size_t row, std::size_t i, double share) {
      out.alpha[row] = share * answer.alpha[i];
      if (answer.alpha[i] > 0) ++out.support_vectors;
      if (answer.alpha[i] > 0 && answer.alpha[i] == dual_cap(z, i)) ++out.bounded_support_vectors;
    });
    out.has_kkt = traits_of(o.loss).soft_margin && o.half_square();
    if (out.has_kkt) out.kkt = residuals(z, answer.v, answer.alpha, m);
  }
  out.curve = std::move(answer.curve);
  out.stop_reason = answer.note.empty() ? stop_reason(out, o) : answer.note;
  return out;
}

}  // namespace halfspace
