#include "train/objective/linear_solving.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "data/row_place.hpp"
#include "separate/separability.hpp"
#include "solver/kernel/kernel_svm.hpp"
#include "solver/linear/checks.hpp"
#include "solver/linear/primal/likelihood_bound.hpp"
#include "solver/linear/shift.hpp"
#include "train/objective/original_units.hpp"
#include "train/objective/support.hpp"

namespace halfspace {
namespace {

/// A likelihood without a penalty has no dual: its curvature bounds how far the weights are from the optimum.
void prove_likelihood(const LinearJob& job, const LinearProblem& problem, const StopToken& stop, LinearRun& run) {
  const LinearOptions& o = job.question.request.linear.options;
  LinearResult& r = run.result;
  if (r.status == Status::timeout || r.status == Status::interrupted) return;
  std::optional<LikelihoodBound> bound;
  try {
    bound = likelihood_bound(problem, r.w, r.b, o.bias != Bias::none, stop);
  } catch (const Stopped& s) {
    r.status = ended_by(s.why);
    r.gap = std::numeric_limits<double>::infinity();
    r.stop_reason = std::string(name_of(r.status)) + " before a gap was proved";
    return;
  }
  if (bound) {
    r.gap = bound->gap;
    run.bounded = bound->dependent == 0 || exactly_dependent(job.question, bound->dependent, stop);
  }
  if (!run.bounded) r.gap = std::numeric_limits<double>::infinity();
  if (!run.bounded || !(r.gap <= o.tol * r.primal)) {
    if (r.status == Status::rounds) return;
    r.status = Status::not_converged;
    r.stop_reason = run.bounded
                        ? "Newton's method makes no further progress, and the gap is not within the tolerance"
                        : "Newton's method makes no further progress, and no gap is proved: some column is nearly a "
                          "combination of others; leave it out, or choose --penalty l2";
    return;
  }
  r.status = Status::converged;
  r.stop_reason = "at most " + short_bound(r.gap / r.primal, 3) +
                  " of the objective above its optimum, by the curvature (Bach 2010); asked for " + number_text(o.tol);
}

/// The solver judges by doubles; only the decision proves.
void withdraw_unproved(LinearRun& run, const Separability& known) {
  if (run.result.status != Status::not_separable) return;
  run.result.status = Status::not_converged;
  run.fitted = false;
  run.result.stop_reason = known.separable()
                               ? "the data is separable (proved), by a margin too thin for these doubles"
                               : "the dual increases as if nothing separated the classes; that is not proved";
}

/// A likelihood that may grow without end: undecided.
void explain_undecided(LinearRun& run, const Separability& known, const LinearQuestion& q) {
  const bool overlapping = known.decision && known.decision->verdict == Verdict::overlapping;
  if (!q.request.linear.unpenalised_logistic() || run.bounded || overlapping) return;
  if (run.result.status != Status::not_converged) return;
  run.result.stop_reason =
      "no gap is proved, and it is not decided whether finite weights are best at all; choose --penalty l2 or firth";
}

/// Scaled columns: w and b are told for the columns as they are, where b may have lost digits.
void recheck_as_told(const LinearJob& job, const LinearOptions& o, LinearRun& run) {
  constexpr double rounding = 1e-12;
  const FeatureMap& map = job.question.map;
  LinearResult& r = run.result;
  if (map.shift.empty() || o.bias == Bias::none) return;
  std::vector<double> w = r.w;
  double b = r.b;
  fold(map, w.data(), b);
  const double seen = moved_bias(b, w, map.shift);
  if (std::fabs(seen - r.b) <= rounding * (1 + std::fabs(r.b))) return;
  recheck_at_bias({job.learned.x, job.question.y, job.weight}, o, seen, run.bounded, r);
}

Result<LinearRun> solve_by_objective(const LinearJob& job, const LinearObserver& observer) {
  LinearOptions o = job.question.request.linear.options;
  o.threads = job.question.request.threads;
  const bool from_zero = entry_of(o.solver).fixed_rounds;  // steps that a student checks
  const bool moves = o.bias == Bias::free && !from_zero;
  const bool by_mean = moves_by_mean(job.learned.x, o, job.question.request.memory_bytes);
  const auto shifted = moves ? shifted_columns(job.learned.x, by_mean) : std::nullopt;
  const LinearProblem problem{shifted ? shifted->x : job.learned.x, job.question.y, job.weight,
                              shifted ? std::span<const double>(shifted->by) : std::span<const double>()};
  std::optional<LinearStart> start = job.start;
  const auto moved = [&](const std::vector<double>& w) { return dot(w.data(), w.size(), shifted->by.data()); };
  if (start && shifted) start->b += moved(start->w);
  auto found = train_linear(problem, o, observer, start ? &*start : nullptr);
  if (!found) return with_names(found.error(), problem, o, job.question.map, job.question.request);
  LinearRun run;
  run.result = std::move(found).value();
  const LinearRequest& request = job.question.request.linear;
  if (request.unpenalised_logistic() && request.options.solver != LinearSolver::gd)
    prove_likelihood(job, problem, observer.stop, run);
  if (shifted) {
    run.result.b = run.result.at_start ? job.start->b : run.result.b - moved(run.result.w);
    recheck_in_original_units({job.learned.x, job.question.y, job.weight}, o, shifted->exact, run.bounded, run.result);
    run.result.score.clear();  // of the weights before b was rounded
    if (o.penalty == PenaltyKind::firth)
      recheck_at_bias(problem, o, moved_bias(run.result.b, run.result.w, shifted->by), run.bounded, run.result);
  }
  if (!request.kernel.on() && !run.result.at_start) recheck_as_told(job, o, run);
  run.b = {run.result.b};
  if (!request.kernel.on() && !run.result.at_start) settle_linear_support(job, observer, run);
  if (&job.learned != &job.question.data) run.result.score.clear();  // not in the units of the model
  return run;
}

Result<LinearRun> solve_by_kernel(const LinearJob& job, const LinearObserver& observer) {
  const TrainRequest& request = job.question.request;
  const LinearProblem problem{job.learned.x, job.question.y, job.weight, {}, places_of(job.question.data)};
  auto found = train_kernel_svm(problem, request.linear.options, request.linear.kernel, request.threads, observer);
  if (!found) {
    Error error = found.error();
    if (error.code == Code::bad_data) error.where = request.source + (error.where.empty() ? "" : ": ") + error.where;
    return error;
  }
  LinearRun run;
  run.result = std::move(found).value();
  settle_kernel_support(job, observer, run);
  run.b = {run.result.b};
  run.label = job.label;
  run.fitted = run.witness.empty() && (std::isfinite(run.result.gap) || !request.linear.hard_margin());
  if (!run.witness.empty()) run.result.stop_reason = feature_space_witness_text(run.witness, job.question.data);
  for (std::size_t i = 0; i < run.result.alpha.size(); ++i)
    run.coefficient.push_back(job.question.y[i] * run.result.alpha[i]);
  return run;
}

}  // namespace

Error with_names(Error error, const LinearProblem& problem, const LinearOptions& o, const FeatureMap& map,
                 const TrainRequest& request) {
  if (error.code != Code::bad_data) return error;
  if (const auto fits = check_linear_problem(problem, o, map.names()); !fits) error = fits.error();
  error.where = request.source + (error.where.empty() ? "" : ": ") + error.where;
  return error;
}

Result<LinearRun> solve(const LinearJob& job, const LinearObserver& observer) {
  const LinearRequest& request = job.question.request.linear;
  if (request.kernel.exactly()) return solve_by_kernel(job, observer);
  const bool gd = request.options.solver == LinearSolver::gd;  // runs its T rounds on any data
  Separability known;
  if (request.hard_margin() || request.unpenalised_logistic()) {
    auto none = without_optimum(job.question, reported(observer), known);
    if (none && !gd) {
      none->known = std::move(known);
      none->label = job.label;
      return std::move(*none);
    }
  }
  auto run = solve_by_objective(job, observer);
  if (!run) return run;
  withdraw_unproved(run.value(), known);
  if (request.hard_margin() && !std::isfinite(run.value().result.primal)) run.value().fitted = false;  // none feasible
  if (!gd) explain_undecided(run.value(), known, job.question);
  run.value().known = std::move(known);
  run.value().label = job.label;
  return run;
}

}  // namespace halfspace
