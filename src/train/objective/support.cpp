#include "train/objective/support.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "exact/decimal_sum.hpp"
#include "exact/linear.hpp"
#include "solver/kernel/certified_counts.hpp"
#include "solver/kernel/finish_box.hpp"
#include "solver/kernel/kernel_checks.hpp"
#include "solver/kernel/kernel_svm.hpp"
#include "solver/linear/design.hpp"
#include "solver/linear/finish.hpp"
#include "solver/linear/solver_run.hpp"
#include "train/objective/exact_kernel.hpp"
#include "train/objective/exact_optimum.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_rows_in_play = 500;

/// Rounded once.
double rounded_once(const Rational& v) {
  const double high = v.get_d();
  return high + Rational(v - Rational(high)).get_d();
}

/// What is known of an optimum.
struct Settled {
  std::vector<double> alpha;
  std::vector<double> v;  // linear machines: w, and the bias
  SupportCounts counts;
};

bool has_box(const LinearOptions& o) { return traits_of(o.loss).ridge && o.half_square(); }

/// Else an approximation is asked for, and an optimum costs more than that.
bool wants_support(const LinearOptions& o) { return o.exact_support && o.tol <= LinearOptions{}.tol; }

class Settling {
 public:
  /// `score` of each row by the run, or nothing.
  Settling(const LinearJob& job, const KernelChoices& k, std::vector<double> score, const LinearObserver& observer)
      : job_(job),
        o_(job.question.request.linear.options),
        k_(k),
        score_(std::move(score)),
        problem_{job.learned.x, job.question.y, job.weight},
        box_(box_of(problem_, o_, k_)) {
    stop_ = reported(observer);
  }

  bool fits() const { return box_.ok(); }
  const BoxProblem& q() const { return box_.value(); }
  const LinearProblem& problem() const { return problem_; }

  /// The optimum, from α. `direction` where there is none.
  std::optional<Settled> settled(std::vector<double> alpha, std::vector<Integer>& direction) {
    for (std::size_t t = 0; t < alpha.size(); ++t) alpha[t] = std::clamp(alpha[t], 0.0, q().cap[t]);
    const std::vector<double> first = placed(alpha);
    if (work_of_scores(q(), first) > work_of_any_run) return std::nullopt;
    const WideKernel kernel(q().x, q().kernel, q().constant);
    ActiveBoxAnswer answer = begin(kernel, first, alpha);
    if (!answer.begun) return std::nullopt;
    const auto exact = exact_optimum(problem_, o_, k_, q(), answer, {most_rows_in_play, stop_});
    if (exact && !exact->exists()) {
      direction = exact->direction;
      return std::nullopt;
    }
    Settled out;
    if (exact) {
      for (const Rational& a : exact->alpha) out.alpha.push_back(rounded_once(a));
      out.counts = exact->counts;
      return with_weights(*exact, out) ? std::optional(std::move(out)) : std::nullopt;
    }
    const auto counts = certified_counts(q(), kernel, answer);
    if (!counts) return std::nullopt;
    out.counts = *counts;
    for (std::size_t t = 0; t < answer.alpha.size(); ++t)
      out.alpha.push_back(std::min(static_cast<double>(answer.alpha[t]), q().cap[t]));
    if (function_of(k_).linear()) add_weights(answer, out);
    return out;
  }

 private:
  /// First from α with each row put where its own numbers say it belongs, then from α as it is.
  ActiveBoxAnswer begin(const WideKernel& kernel, const std::vector<double>& first, const std::vector<double>& alpha) {
    const StopToken between_steps = StopToken().part([this] { return stop_.ended(); });  // it keeps what it has
    const ActiveBoxLimits limits{work_of_any_run, kept_numbers(k_.cache_mib << 20U), job_.question.request.threads,
                                 between_steps};
    ActiveBoxAnswer answer = settle_box(q(), kernel, first, limits);
    if (answer.begun && !answer.settled) {
      ActiveBoxAnswer other = settle_box(q(), kernel, alpha, limits);
      if (other.begun) answer = std::move(other);
    }
    return answer;
  }

  /// α_t = 0 where it is less, beside its scale, than the margin is above 1; C where it is as near to C.
  std::vector<double> placed(std::vector<double> alpha) const {
    if (score_.size() != alpha.size()) return alpha;
    double largest = 0;
    for (const double a : alpha) largest = std::max(largest, a);
    for (std::size_t t = 0; t < alpha.size(); ++t) {
      const double cap = q().cap[t];
      const double scale = std::isinf(cap) ? largest : cap;
      const double ridge = q().ridge.empty() ? 0 : q().ridge[t];
      const double over = q().y[t] * score_[t] + q().p[t] + ridge * alpha[t];  // m - 1, smooth losses: less their ξ
      if (alpha[t] / scale < over) alpha[t] = 0;
      if (!std::isinf(cap) && (cap - alpha[t]) / scale < -over) alpha[t] = cap;
    }
    return alpha;
  }

  /// w = Σ α_i y_i x_i exactly, then rounded.
  bool with_weights(const ExactOptimum& exact, Settled& out) const {
    if (!function_of(k_).linear()) return true;
    std::vector<std::uint32_t> used;
    std::vector<Rational> c;
    for (std::uint32_t t = 0; t < exact.alpha.size(); ++t) {
      if (exact.alpha[t] == 0) continue;
      used.push_back(t);
      c.emplace_back(q().y[t] * exact.alpha[t]);
    }
    const auto rows = ExactKernel::of(q().x, q().kernel, 0, used);
    const auto whole_c = common_fractions(c);
    if (!rows || !whole_c) return false;
    const std::size_t d = std::visit([](const auto& m) { return m.cols; }, q().x);
    std::vector<Integer> sum(d);
    for (std::size_t k = 0; k < used.size(); ++k) {
      for (const auto& [j, value] : rows->row(used[k])) add_product(sum[j], whole_c->numerator[k], value);
    }
    const Integer below = whole_c->denominator * rows->scale();
    for (const Integer& s : sum) {
      Rational w(s, below);
      w.canonicalize();
      out.v.push_back(rounded_once(w));
    }
    if (o_.bias == Bias::free) out.v.push_back(rounded_once(exact.level.value_or(Rational(0))));
    if (o_.bias != Bias::augmented) return true;
    Rational b;
    for (const Rational& a : c) b += a;
    out.v.push_back(rounded_once(b));
    return true;
  }

  void add_weights(const ActiveBoxAnswer& answer, Settled& out) const {
    std::visit(
        [&](const auto& m) {
          std::vector<long double> w(m.cols + 1);
          for (std::size_t t = 0; t < m.rows; ++t) {
            const long double c = q().y[t] * answer.alpha[t];
            if (c == 0) continue;
            for_each_entry(m.row(t), [&](std::size_t j, double v) { w[j] += c * v; });
            w.back() += c;
          }
          out.v.assign(w.begin(), w.end());
          if (o_.bias == Bias::free) out.v.back() = static_cast<double>(answer.level[0]);
          if (o_.bias == Bias::none) out.v.pop_back();
        },
        q().x);
  }

  const LinearJob& job_;
  const LinearOptions& o_;
  const KernelChoices& k_;
  std::vector<double> score_;
  LinearProblem problem_;
  Result<BoxProblem> box_;
  StopToken stop_;
};

std::vector<double> linear_scores(const Matrix& x, const LinearResult& r) {
  return std::visit(
      [&](const auto& m) {
        std::vector<double> out;
        out.reserve(m.rows);
        for (std::size_t i = 0; i < m.rows; ++i) out.push_back(dot(m.row(i), r.w.data()) + r.b);
        return out;
      },
      x);
}

void take_counts(const SupportCounts& counts, LinearResult& r) {
  r.counted = true;
  r.support_vectors = counts.positive;
  r.bounded_support_vectors = counts.bounded;
}

/// The linear machine at this optimum, proven again; false where that proves less than the tolerance asks for.
bool move_linear(const LinearProblem& problem, const LinearOptions& o, const Settled& optimum, LinearResult& r) {
  const Design z(problem, o);
  std::vector<double> alpha(z.n());
  z.for_each_part([&](std::size_t row, std::size_t i, double) { alpha[i] += optimum.alpha[row]; });
  for (std::size_t i = 0; i < z.n(); ++i) alpha[i] = std::min(alpha[i], dual_cap(z, i));
  const LinearObserver none;
  SolverRun run(z, o, none);
  run.rounds = r.rounds;
  if (!run.proven(optimum.v, alpha)) return false;
  LinearResult moved = finish_linear(z, o, std::move(run));
  moved.alpha = optimum.alpha;
  moved.solver = r.solver;
  moved.why = r.why;
  take_counts(optimum.counts, moved);
  r = std::move(moved);
  return true;
}

}  // namespace

void settle_linear_support(const LinearJob& job, const LinearObserver& observer, LinearRun& run) {
  const LinearOptions& o = job.question.request.linear.options;
  LinearResult& r = run.result;
  if (!has_box(o) || r.status != Status::converged || r.alpha.size() != job.learned.rows) return;
  if (!wants_support(o)) return;
  KernelChoices linear;
  linear.kernel = KernelKind::linear;
  const bool known = r.score.size() == job.learned.rows;
  Settling settling(job, linear, known ? r.score : linear_scores(job.learned.x, r), observer);
  if (!settling.fits()) return;
  std::vector<Integer> direction;
  const auto optimum = settling.settled(r.alpha, direction);
  if (optimum && move_linear(settling.problem(), o, *optimum, r)) run.b = {r.b};
}

void settle_kernel_support(const LinearJob& job, const LinearObserver& observer, LinearRun& run) {
  const LinearRequest& request = job.question.request.linear;
  LinearResult& r = run.result;
  const bool ended = r.status == Status::converged || r.status == Status::not_converged;
  if (r.counted || !ended || !has_box(request.options)) return;
  if (!request.options.exact_support && r.status == Status::converged && !request.hard_margin()) return;
  if (request.kernel.kernel == KernelKind::linear && !request.hard_margin() && !wants_support(request.options)) return;
  const Kernel kernel = function_of(request.kernel);
  if (!r.has_dual && !(request.hard_margin() && is_inner_product(kernel))) return;
  Settling settling(job, request.kernel, request.kernel.nu > 0 ? std::vector<double>() : r.score, observer);
  if (!settling.fits()) return;
  std::vector<double> alpha = r.alpha;
  double n = 0;
  for (const double c : settling.q().cap) n += c;
  if (request.kernel.nu > 0) {
    for (double& a : alpha) a *= r.rho * n;  // to the units of the program
  }
  std::vector<Integer> direction;
  const auto optimum = settling.settled(alpha, direction);
  if (!direction.empty()) {
    r.status = Status::not_separable;
    for (std::size_t i = 0; i < direction.size(); ++i) {
      if (direction[i] != 0) run.witness.push_back({i, direction[i]});
    }
    return;
  }
  if (optimum && move_machine(settling.problem(), request.options, request.kernel, optimum->alpha,
                              job.question.request.threads, r))
    take_counts(optimum->counts, r);
}

}  // namespace halfspace
