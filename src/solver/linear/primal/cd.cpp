// Coordinate descent for L1 and elastic net, losses with a curvature:
//
//   min over u   g_A.u + 1/2 u.(l2 + Z_A' D' Z_A) u + Σ_A l1_j |v_j + u_j|,   then v_A <- v_A + t u by line search
//
// the model by kinked_parabola.hpp (of thousands of columns by wide_model.hpp), the columns A by working_set.hpp, D' ~ D by
// held_columns.hpp. Whatever D' is, the dual point α+ = α - D' dm, dm = Z_A u, meets the conditions of the optimum on A at
// v + u. Yuan, Ho, Lin 2012 (newGLMNET).
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "simd/ops.hpp"
#include "solver/linear/full_step.hpp"
#include "solver/linear/primal/damping.hpp"
#include "solver/linear/primal/feasible_dual.hpp"
#include "solver/linear/primal/step_model.hpp"
#include "solver/linear/primal/working_set.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

/// f(v) - D(α / s) to first order in 1/s, where L1 asks for s = max_j |q_j| / l1_j, q = Z'α: D loses Σ α_i m_i = v.q.
struct GapEstimate {
  double gap = std::numeric_limits<double>::infinity();
  double s = 1;
  double along = 0;

  void add(const Penalty& p, double v, double q) {
    gap += p.value(v) - v * q;
    along += v * q;
    if (p.l2 > 0) gap += p.conjugate(q);
    if (p.l2 == 0 && p.l1 > 0) s = std::max(s, std::fabs(q) / p.l1);
  }

  /// With other columns that ask for this s.
  double with(double other) const { return gap + (1 - 1 / std::max(s, other)) * std::fabs(along); }
};

/// How far the slope is from those that keep v_j where it is.
double violation(double l1, double v, double g) {
  return v == 0 ? std::max(0.0, std::fabs(g) - l1) : std::fabs(g + std::copysign(l1, v));
}

/// f(v) - D(α) by loss + loss* = -α m / C.
double estimated_gap(const Design& z, std::span<const double> v, std::span<const double> q,
                     std::span<const double> alpha, std::span<const double> D) {
  GapEstimate e{0, 1, 0};
  for (std::size_t j = 0; j < q.size(); ++j) e.add(z.penalty(j), v[j], q[j]);
  if (e.s == 1) return e.gap;
  double bend = 0;  // Σ α_i^2 / D_i
  for (std::size_t i = 0; i < z.n(); ++i) bend += alpha[i] == 0 ? 0 : alpha[i] * (alpha[i] / D[i]);
  const double lost = 1 - 1 / e.s;
  return e.with(1) + lost * lost / 2 * bend;
}

/// At v = 0 the curvatures are at their largest, and a step by them is short: once more as far where f falls by that, but
/// not to less than half, where rows that are all but separated keep no curvature to go by.
bool doubled_where_less(const Design& z, std::vector<double>& v, std::vector<double>& m, double& f) {
  std::vector<double> v_on(v);
  std::vector<double> m_on(m);
  for (double& x : v_on) x *= 2;
  for (double& x : m_on) x *= 2;
  const double f_on = loss_sum(z, m_on) + penalty_sum(z, v_on);
  if (!(f_on < f) || f_on < f / 2) return false;
  f = f_on;
  v = std::move(v_on);
  m = std::move(m_on);
  return true;
}

class CoordinateDescent {
 public:
  CoordinateDescent(const Design& z, SolverRun& run)
      : z_(z),
        run_(run),
        set_(z),
        model_(z, run.held, run.stop_token()),
        dual_(z),
        v_(z.dims()),
        q_(z.dims()),
        g_(z.dims()),
        slip_(z.dims()),
        m_(z.n()),
        dm_(z.n()),
        alpha_(z.n()),
        alpha_after_(z.n()),
        D_(z.n()),
        damping_(most_bend(z.loss()), z.penalty(0).l2 > 0) {
    if (!run.start.empty()) v_ = run.start;
  }

  void run() {
    const bool whole = run_.completes([&] { descend(); });
    if (!whole) {
      dual_.set(alpha_, D_);
      run_.proven(v_, dual_.theta());
    }
    if (run_.held != nullptr && run_.within(run_.answer.proof))
      set_.screen(run_.answer.v, dual_.q(), run_.answer.proof.gap, model_.squares());
    run_.answer.screened = set_.screened();
  }

 private:
  void descend() {
    double least = std::numeric_limits<double>::infinity();
    double last = least;
    int idle = 0;
    z_.margins(v_, m_);
    f_ = loss_sum(z_, m_) + penalty_sum(z_, v_);
    if (!run_.start.empty()) begin_at_zero_where_that_is_less();
    for (int step = 0; step < most_steps && idle < most_idle_steps; ++step) {
      find_gradient();
      const double gap =
          std::max(0.0, std::min(estimated_gap(z_, v_, q_, alpha_, D_), after_step_.with(farthest_outside())));
      if (run_.near(f_, gap) && proven(alpha_)) return;
      if (run_.stop(f_, gap)) break;
      idle = gap < 0.9 * least || f_ < last * (1 - 1e-9) ? 0 : idle + 1;
      last = f_;
      least = std::min(least, gap);
      model_.choose(set_, v_, g_, run_.start.empty() ? 1 : soon);
      solve_model(gap / f_);
      after_step_ = {};
      const bool short_step = step == 0 && run_.start.empty() && is_likelihood(z_.loss());
      const bool whole_step = move() && !(short_step && doubled_where_less(z_, v_, m_, f_));
      if (whole_step) find_gap_after_step();
      if (run_.near(f_, after_step_.gap) && proven(alpha_after_)) return;
    }
    for (const auto* alpha : {&alpha_after_, &alpha_}) {
      dual_.set(*alpha, D_);
      if (run_.proven(v_, dual_.theta())) break;
    }
  }

  /// A start where f is larger than at v = 0, or no number, is far from the optimum, where curvatures may be no guide.
  void begin_at_zero_where_that_is_less() {
    const std::vector<double> nothing(z_.n());
    const double f = loss_sum(z_, nothing);
    if (f_ <= f) return;
    f_ = f;
    m_ = nothing;
    std::fill(v_.begin(), v_.end(), 0.0);
  }

  static constexpr int most_steps = 2000;
  static constexpr double rounded = 1e-7;  // of f: gaps below may be those of rounded sums
  static constexpr int most_idle_steps = 12;
  static constexpr double soon = 0.9;  // of l1: columns that come in from a start near the optimum

  void find_gradient() {
    look_at_margins(z_, m_, alpha_, D_);
    damping_.raise(D_, z_.cost());
    careful_ ? combine_carefully(z_, alpha_, q_, slip_) : z_.combine(alpha_, q_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = z_.penalty(j).l2 * v_[j] - q_[j];
  }

  /// The model on A.
  void solve_model(double relative_gap) {
    const std::vector<std::size_t>& A = model_.columns();
    const std::size_t k = A.size();
    std::vector<double> v(k);
    std::vector<double> g(k);
    std::vector<Penalty> penalty(k);
    double kink = 0;
    double off = 0;
    for (std::size_t a = 0; a < k; ++a) {
      v[a] = v_[A[a]];
      g[a] = g_[A[a]];
      penalty[a] = z_.penalty(A[a]);
      kink = std::max(kink, penalty[a].l1);
      off = std::max(off, violation(penalty[a].l1, v[a], g[a]));
      // α+ stays in the ball when it is rounded; f is farther from its least value by |v|_1 times as much, at most
      if (careful_ && penalty[a].l2 == 0) penalty[a].l1 = std::max(penalty[a].l1 / 2, penalty[a].l1 - 2 * slip_[A[a]]);
    }
    // entry by entry, as near as the step before came nearer to the optimum (Eisenstat, Walker 1996)
    const double nearer = off_before_ > 0 ? off / off_before_ : 1;
    const double share = std::clamp(model_.wide() ? nearer : relative_gap * 1e-2, 1e-13, model_.wide() ? 0.1 : 1e-2);
    off_before_ = off;
    u_ = model_.minimum(D_, std::move(v), std::move(g), std::move(penalty), damping_.share(),
                        {share, kink * run_.tol() / 16}, dm_);
  }

  /// Armijo's rule along u; true for a whole step, and where no step makes f less.
  bool move() {
    const std::vector<std::size_t>& A = model_.columns();
    double expected = 0;
    for (std::size_t a = 0; a < u_.size(); ++a) {
      const double v = v_[A[a]];
      expected += g_[A[a]] * u_[a] + z_.penalty(A[a]).l1 * (std::fabs(v + u_[a]) - std::fabs(v));
    }
    const std::vector<double> v(v_);
    const std::vector<double> m(m_);
    constexpr int most_halvings = 40;
    for (int halving = 0; halving < most_halvings; ++halving) {
      const double t = std::ldexp(1.0, -halving);
      for (std::size_t a = 0; a < u_.size(); ++a) v_[A[a]] = v[A[a]] + t * u_[a];
      for (std::size_t i = 0; i < m.size(); ++i) m_[i] = m[i] + t * dm_[i];
      const double f = loss_sum(z_, m_) + penalty_sum(z_, v_);
      if (!(f <= f_ + 0.01 * t * expected + 1e-14 * f_)) continue;
      damping_.stepped(t);
      f_ = f;
      return t == 1;
    }
    if (-expected > 1e-12 * f_) damping_.found_none();  // no rounding: u is far too long
    v_ = v;  // else rounding hides what is left to gain: v stays, and α+ may still be the better dual point
    m_ = m;
    return true;
  }

  /// f(v) - D(α+) of the columns of A, after a whole step. Where margins near a kink have lost the digits of α (C large),
  /// α+ has them.
  void find_gap_after_step() {
    const std::span<const double> bend = model_.curvature();
    const double steepest = -least_slope_of(z_.loss());
    for (std::size_t i = 0; i < z_.n(); ++i)
      alpha_after_[i] = std::clamp(alpha_[i] - bend[i] * dm_[i], 0.0, z_.cost()[i] * steepest);
    after_step_ = {fenchel_gap(z_, m_, alpha_after_), 1, 0};
    for (std::size_t a = 0; a < u_.size(); ++a) {
      const std::size_t j = model_.columns()[a];
      const Penalty& p = z_.penalty(j);
      after_step_.add(p, v_[j], p.l2 * v_[j] - model_.gradient()[a]);
    }
  }

  /// max |q_j| / l1_j over the columns that are not in A.
  double farthest_outside() const {
    double s = 1;
    for (std::size_t j = 0; j < q_.size(); ++j) {
      const Penalty& p = z_.penalty(j);
      if (p.l2 == 0 && p.l1 > 0 && !model_.holds(j)) s = std::max(s, std::fabs(q_[j]) / p.l1);
    }
    return s;
  }

  /// v by α made feasible; where that does not do, it still tells which columns cannot matter.
  bool proven(const std::vector<double>& alpha) {
    double gap = f_ - dual_.set(alpha, D_);
    if (run_.near(f_, gap) && run_.proven(v_, dual_.theta())) return true;
    if (!careful_ && gap <= std::max(run_.tol(), rounded) * f_) {
      careful_ = true;
      dual_.be_careful();
      gap = f_ - dual_.set(alpha, D_);
      if (run_.near(f_, gap) && run_.proven(v_, dual_.theta())) return true;
    }
    set_.screen(v_, dual_.q(), std::max(0.0, gap) + 1e-13 * f_, model_.squares());
    return false;
  }

  const Design& z_;
  SolverRun& run_;
  WorkingSet set_;
  StepModel model_;
  FeasibleDual dual_;
  double f_ = 0;                                          // f(v)
  bool careful_ = false;                                  // a point was near by estimate and not by proof
  std::vector<double> v_, q_, g_, slip_;                  // d; q = Z'α, and what rounding makes of it
  std::vector<double> m_, dm_, alpha_, alpha_after_, D_;  // n
  std::vector<double> u_;                                 // of A
  GapEstimate after_step_;
  double off_before_ = 0;  // the largest violation on the columns of the step before
  Damping damping_;
};

Result<void> is_smooth_loss_with_pull(const LinearOptions& o) {
  if (has_curvature(o.loss) && o.penalty != PenaltyKind::none) return {};
  return solver_rules::refused("cd needs a loss with a curvature and penalty l1, l2 or elastic-net");
}

void run_cd(const LinearCall& call, SolverRun& run) {
  run.begin("cd");
  CoordinateDescent(call.z, run).run();
}

}  // namespace

const LinearSolverEntry cd_solver = {.accepts = {solver_rules::no_firth, solver_rules::no_hard_margin,
                                                 solver_rules::loss_fits, is_smooth_loss_with_pull},
                                     .run = run_cd,
                                     .run_from_start = run_cd};

}  // namespace halfspace
