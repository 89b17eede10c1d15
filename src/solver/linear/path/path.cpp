#include "solver/linear/path/path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/elementary.hpp"
#include "solver/linear/best_bias.hpp"
#include "solver/linear/checks.hpp"
#include "solver/linear/choose.hpp"
#include "solver/linear/finish.hpp"
#include "solver/linear/narrow_rows.hpp"
#include "solver/linear/path/path_curve.hpp"
#include "solver/linear/path/path_start.hpp"
#include "solver/linear/primal/held_columns.hpp"
#include "solver/linear/solver_run.hpp"

namespace halfspace {
namespace {

constexpr double ratio_for_l2 = 0.001;  // glmnet's stand-in for ρ = 0

LinearOptions at_unit_cost(LinearOptions o) {
  o.C = 1;
  return o;
}

double weight_sum(const Design& z) {
  double sum = 0;
  for (const double c : z.cost()) sum += c;
  return sum;
}

/// ρ of the penalty as it counts for the first point.
double kink_of(const LinearOptions& o) {
  const double l1 = penalty_of(o.penalty, o.l1_ratio).l1;
  return l1 > 0 ? l1 : ratio_for_l2;
}

NullModel null_of(const Design& z, const LinearOptions& o) {
  NullModel out;
  out.weight = weight_sum(z);
  std::vector<double> v(z.dims());
  std::vector<double> m(z.n());
  if (z.free_bias()) out.bias = v.back() = best_bias(z, m);
  z.margins(v, m);
  out.loss = loss_sum(z, m);
  std::vector<double> alpha(z.n());
  std::vector<double> q(z.dims());
  dual_of_margins(z, m, alpha);
  z.combine(alpha, q);
  const std::size_t penalised = z.free_bias() ? z.features() : z.dims();
  for (std::size_t j = 0; j < penalised; ++j) out.steepest = std::max(out.steepest, std::fabs(q[j]));
  out.largest_cost = largest_null_cost(out.steepest, o);
  return out;
}

/// Few columns have a dense Hessian whatever the C; else products with it. A hinge of many columns has its own.
const LinearSolverEntry& path_solver(const Design& z, const LinearOptions& o) {
  if (o.solver != LinearSolver::automatic) return entry_of(o.solver);
  if (o.has_kink()) return cd_solver;
  if (small_system(z)) return newton_solver;
  return has_curvature(o.loss) ? trust_newton_solver : dual_cd_solver;
}

/// Does it go over rows and columns time and again, so that fewer columns pay?
bool visits_rows(const LinearSolverEntry& solver) { return &solver == &trust_newton_solver || &solver == &cd_solver; }

std::string name_of_solver(const LinearSolverEntry& solver) {
  const auto at = std::find(linear_solvers.begin(), linear_solvers.end(), &solver) - linear_solvers.begin();
  return std::string(name_of(static_cast<LinearSolver>(at)));
}

class Path {
 public:
  Path(const LinearProblem& problem, const LinearOptions& options, const PathObserver& observer)
      : whole_(problem, at_unit_cost(options), observer.stop),
        options_(options),
        observer_(observer),
        solver_(path_solver(whole_, options)),
        used_(visits_rows(solver_) ? std::optional<NarrowRows>(whole_) : std::nullopt),
        narrow_(used_ ? std::optional<Design>(whole_.on_columns(used_->x)) : std::nullopt),
        z_(narrow_ ? *narrow_ : whole_),
        smooth_(&solver_ == &trust_newton_solver && z_.penalised()) {
    const NullModel null = null_of(z_, options);
    std::vector<double> v(z_.dims());
    if (z_.free_bias()) v.back() = null.bias;
    starts_.add(0, std::move(v));
    if (options.has_kink()) held_.emplace(z_);
  }
  Path(const Path&) = delete;  // z_ is one of its own
  Path& operator=(const Path&) = delete;
  ~Path() = default;

  std::vector<PathPoint> run(std::span<const double> costs) {
    std::vector<PathPoint> out;
    for (const double C : costs) {
      auto point = solve(C, out.size());
      const Status status = point.result.status;
      if (status == Status::timeout || status == Status::interrupted) break;
      if (observer_.point) observer_.point(point);
      out.push_back(std::move(point));
    }
    return out;
  }

 private:
  PathPoint solve(double C, std::size_t index) {
    z_.set_cost(C);
    LinearOptions o = options_;
    o.C = C;
    LinearObserver rounds;
    rounds.stop = observer_.stop;
    if (observer_.round) rounds.round = [&](const LinearProgress& p) { observer_.round(index, p); };
    if (!curve_.empty()) {
      SolverRun led(z_, o, rounds);
      led.begin(name_of_solver(solver_));
      PathCurve::Point at = curve_.at(C);
      if (led.halted() || proven_at(at, led)) return finished(o, led);
      return searched(o, rounds, std::move(at.v));
    }
    return searched(o, rounds, starts_.start(C, led_well_));
  }

  bool proven_at(const PathCurve::Point& at, SolverRun& run) const {
    std::vector<double> alpha(z_.n());
    dual_of_margins(z_, at.m, alpha);
    if (z_.free_bias()) {
      std::vector<double> price(z_.n());
      curvatures(z_, at.m, price);
      for (double& p : price) p = -p;
      balance(z_, price, alpha);
    }
    return run.proven(at.v, alpha);
  }

  PathPoint searched(const LinearOptions& o, const LinearObserver& rounds, std::vector<double> start) {
    constexpr double share = 1e-2;  // where the curve leads, errors of its points are larger
    constexpr double digits = 1e-11;
    LinearOptions wanted = o;
    if (smooth_) wanted.tol = std::max(share * o.tol, std::min(o.tol, digits));
    SolverRun warm(z_, wanted, rounds);
    warm.doubles_first = o.tol >= SolverRun::least_tol_of_doubles;
    warm.kept = &curvature_;
    warm.held = held_ ? &*held_ : nullptr;
    warm.start = std::move(start);
    solver_.run_from_start({z_, wanted}, warm);
    if (within(o, warm.answer.proof) || warm.status) return accepted(o, warm);
    SolverRun afresh(z_, o, rounds);  // it was stuck, as where a loss is level
    solver_.run_from_start({z_, o}, afresh);
    return accepted(o, afresh.answer.proof.gap < warm.answer.proof.gap ? afresh : warm);
  }

  static bool within(const LinearOptions& o, const Proof& p) {
    return std::isfinite(p.primal) && p.gap <= o.tol * p.primal;
  }

  /// The point, which the next ones start from.
  PathPoint accepted(const LinearOptions& o, SolverRun& run) {
    led_well_ = run.rounds <= few_rounds;
    PathPoint point = finished(o, run);
    std::vector<double>& v = run.answer.v;
    if (smooth_ && !v.empty()) {
      std::vector<double> m(z_.n());
      z_.margins(v, m);
      curve_.add(o.C, {std::move(v), std::move(m)});
    } else if (!v.empty()) {
      starts_.add(o.C, std::move(v));
    }
    return point;
  }

  PathPoint finished(const LinearOptions& o, SolverRun& run) const {
    LinearAnswer& answer = run.answer;
    if (answer.v.empty()) {  // no answer: the start, and what it proves
      answer.v = !run.start.empty() ? run.start : std::vector<double>(z_.dims());
      answer.proof = prove(z_, answer.v, std::vector<double>(z_.n()));
    }
    if (!has_curvature(z_.loss()) && z_.free_bias()) {
      std::vector<double> m(z_.n());
      z_.margins(answer.v, m);
      centre_bias(z_, answer, m);
    }
    PathPoint point;
    point.C = o.C;
    LinearResult& r = point.result;
    r.primal = answer.proof.primal;
    r.dual = answer.proof.dual;
    r.gap = answer.proof.gap;
    r.has_dual = std::isfinite(r.gap) && std::isfinite(r.dual);
    const bool converged = within(o, answer.proof) && !answer.alpha.empty();
    r.status = converged ? Status::converged : run.status.value_or(Status::not_converged);
    r.rounds = run.rounds;
    r.solver = run.answered();
    r.w = used_ ? used_->spread(answer.v, whole_.dims()) : answer.v;
    r.w.resize(whole_.features());
    for (double& w : r.w) w += 0.0;  // no -0
    r.b = z_.bias() ? answer.v.back() + 0.0 : 0;
    r.why = "each point starts where the points before it lead";
    r.stop_reason = stop_reason(r, o);
    point.loss = (r.primal - penalty_sum(z_, answer.v)) / o.C;
    point.nonzero = static_cast<std::size_t>(std::count_if(r.w.begin(), r.w.end(), [](double w) { return w != 0; }));
    point.screened = screened(answer.screened);
    return point;
  }

  /// In all columns: those that no row uses have weight 0 too.
  std::vector<char> screened(std::vector<char>& at_work) const {
    if (!used_ || at_work.empty()) {
      at_work.resize(whole_.features());
      return std::move(at_work);
    }
    std::vector<char> out(whole_.dims(), 1);
    for (std::size_t k = 0; k < at_work.size(); ++k) out[used_->column[k]] = at_work[k];
    out.resize(whole_.features());
    return out;
  }

  static constexpr std::uint64_t few_rounds = 3;

  Design whole_;
  const LinearOptions& options_;
  const PathObserver& observer_;
  const LinearSolverEntry& solver_;
  std::optional<NarrowRows> used_;  // the columns at work, and whole_ on them
  std::optional<Design> narrow_;
  Design& z_;
  bool smooth_;
  PathCurve curve_;  // smooth_
  bool led_well_ = true;
  PathStarts starts_;
  KeptCurvature curvature_;
  std::optional<HeldColumns> held_;  // under L1
};

}  // namespace

Result<void> check_path_options(const LinearOptions& o) {
  LinearOptions finite = o;
  finite.C = 1;
  if (!is_weighed(o.penalty))
    return Error{Code::usage, "--penalty",
                 std::string(name_of(o.penalty)) + " has no lambda to vary; choose " +
                     alternatives(names_that<PenaltyKind>(is_weighed))};
  const LinearSolverEntry& solver = entry_of(o.solver);
  if (solver.run != nullptr && solver.run_from_start == nullptr)
    return Error{Code::usage, "--solver",
                 std::string(name_of(o.solver)) +
                     " has no path; choose auto, newton, trust-newton, cd, dual-cd or "
                     "interior-point"};
  return check_linear_options(finite);
}

Result<NullModel> null_model(const LinearProblem& problem, const LinearOptions& options) {
  const LinearOptions o = at_unit_cost(options);
  if (const auto fits = check_path_options(o); !fits) return fits.error();
  if (const auto fits = check_linear_problem(problem, o); !fits) return fits.error();
  return null_of(Design(problem, o), o);
}

double largest_null_cost(double steepest, const LinearOptions& options) {
  constexpr double safe = 1 - 1e-12;  // rounding of the slopes brings no weight in
  return safe * kink_of(options) / steepest;
}

std::vector<double> cost_grid(double first, std::size_t points, double ratio) {
  std::vector<double> out;
  out.reserve(points);
  const double steps = static_cast<double>(std::max<std::size_t>(points, 2) - 1);
  for (std::size_t k = 0; k < points; ++k)
    out.push_back(first * elementary::pow(ratio, -static_cast<double>(k) / steps));
  return out;
}

Result<void> check_path_costs(std::span<const double> costs) {
  if (std::all_of(costs.begin(), costs.end(), [](double C) { return C > 0 && std::isfinite(C); })) return {};
  return Error{Code::usage, "--lambdas",
               "a C = 1/(n lambda) is 0 in doubles, or beyond the largest, 1.8e308; choose lambda from 1e-300 "
               "to 1e290"};
}

Result<std::vector<PathPoint>> train_path(const LinearProblem& problem, const LinearOptions& options,
                                          std::span<const double> costs, const PathObserver& observer) {
  if (const auto fits = check_path_options(options); !fits) return fits.error();
  LinearOptions o = options;
  o.C = costs.empty() ? 1 : *std::max_element(costs.begin(), costs.end());
  if (const auto fits = check_path_costs(costs); !fits) return fits.error();
  if (const auto fits = check_linear_problem(problem, o); !fits) return fits.error();
  return Path(problem, options, observer).run(costs);
}

}  // namespace halfspace
