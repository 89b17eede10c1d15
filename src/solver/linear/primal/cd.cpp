// Coordinate descent for L1 and elastic net, losses with a curvature:
//
//   min over u   g_A.u + 1/2 u.(l2 + Z_A' D Z_A) u + Σ_A l1_j |v_j + u_j|,   then v_A <- v_A + t u by line search
//
// the model by kinked_parabola.hpp, the columns A by working_set.hpp. Yuan, Ho, Lin 2012 (newGLMNET).
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "simd/ops.hpp"
#include "solver/linear/primal/feasible_dual.hpp"
#include "solver/linear/primal/kinked_parabola.hpp"
#include "solver/linear/primal/working_set.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class CoordinateDescent {
 public:
  CoordinateDescent(const Design& z, SolverRun& run)
      : z_(z),
        run_(run),
        set_(z),
        dual_(z),
        v_(z.dims()),
        g_(z.dims()),
        m_(z.n()),
        dm_(z.n()),
        alpha_(z.n()),
        D_(z.n()) {
    if (!run.start.empty()) v_ = run.start;
  }

  void run() {
    const bool whole = run_.completes([&] {
      if (run_.start.empty() || !few_steps_do()) descend();
    });
    if (!whole) run_.proven(v_, dual_.theta());
    if (run_.within(run_.answer.proof)) {
      set_.screen(run_.answer.v, dual_.q(), run_.answer.proof.gap);
    }
    run_.answer.screened = set_.screened();
  }

 private:
  /// From a start near the optimum a step or two may be all: nothing is proven of the points between.
  bool few_steps_do() {
    constexpr int most = 3;
    constexpr double accuracy = 1e-7;
    constexpr double soon = 0.9;  // of l1: columns that the step may bring in
    for (int k = 0; k < most; ++k) {
      z_.margins(v_, m_);
      find_gradient();
      set_.choose(v_, g_, soon);
      solve_model(accuracy);
      find_step();
      if (full_step_proven()) return true;
      const double f = loss_sum(z_, m_) + penalty_sum(z_, v_);
      move(f);
      if (run_.stop(f, std::numeric_limits<double>::infinity())) return true;
    }
    return false;
  }

  void descend() {
    double least = std::numeric_limits<double>::infinity();
    double last = least;
    int idle = 0;
    for (int step = 0; step < most_steps && idle < most_idle_steps; ++step) {
      z_.margins(v_, m_);
      const double f = loss_sum(z_, m_) + penalty_sum(z_, v_);
      find_gradient();
      const double gap = f - dual_.set(alpha_, D_);
      if (run_.near(f, gap) && run_.proven(v_, dual_.theta())) return;
      if (run_.stop(f, gap)) break;
      idle = gap < 0.9 * least || f < last * (1 - 1e-9) ? 0 : idle + 1;
      last = f;
      least = std::min(least, gap);
      set_.screen(v_, dual_.q(), std::max(0.0, gap) + 1e-13 * f);
      set_.choose(v_, g_);
      solve_model(std::clamp(gap / f * 1e-2, 1e-13, 1e-2));
      find_step();
      if (gap <= 0.1 * f && full_step_proven()) return;
      move(f);
    }
    run_.proven(v_, dual_.theta());
  }

  static constexpr int most_steps = 2000;
  static constexpr double least_damping = 1e-12;
  static constexpr int most_idle_steps = 12;

  void find_gradient() {
    dual_of_margins(z_, m_, alpha_);
    z_.combine(alpha_, g_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = z_.penalty(j).l2 * v_[j] - g_[j];
    curvatures(z_, m_, D_);
  }

  /// The model on A.
  void solve_model(double accuracy) {
    const std::vector<std::size_t>& A = set_.columns();
    const std::size_t k = A.size();
    std::vector<double> v(k);
    std::vector<double> g(k);
    std::vector<Penalty> penalty(k);
    for (std::size_t a = 0; a < k; ++a) {
      v[a] = v_[A[a]];
      g[a] = g_[A[a]];
      penalty[a] = z_.penalty(A[a]);
    }
    std::vector<double> H(k * k);
    z_.gram(D_, A, H);
    u_ = KinkedParabola(std::move(H), std::move(v), std::move(g), std::move(penalty), run_.stop_token())
             .minimum(damping_, accuracy);
  }

  void find_step() {
    dv_.assign(v_.size(), 0.0);
    for (std::size_t a = 0; a < u_.size(); ++a) dv_[set_.columns()[a]] = u_[a];
    z_.margins(dv_, dm_);
  }

  /// v + dv with the dual point α - D dm, which meets the optimality conditions of the parabola to its own digits,
  /// where α from margins near a kink has lost them (C large).
  bool full_step_proven() {
    std::vector<double> v(v_);
    std::vector<double> m(m_);
    axpy(1, dv_.data(), v.size(), v.data());
    axpy(1, dm_.data(), m.size(), m.data());
    const double f = loss_sum(z_, m) + penalty_sum(z_, v);
    return run_.near(f, f - dual_.set(alpha_after_step(), D_)) && run_.proven(v, dual_.theta());
  }

  std::vector<double> alpha_after_step() const {
    std::vector<double> a(alpha_);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::clamp(a[i] - D_[i] * dm_[i], 0.0, dual_cap(z_, i));
    return a;
  }

  /// Armijo's rule along u.
  void move(double f) {
    double expected = 0;
    for (std::size_t a = 0; a < u_.size(); ++a) {
      const std::size_t j = set_.columns()[a];
      expected += g_[j] * u_[a] + z_.penalty(j).l1 * (std::fabs(v_[j] + u_[a]) - std::fabs(v_[j]));
    }
    std::vector<double> v(v_);
    std::vector<double> m(m_);
    constexpr int most_halvings = 40;
    for (int halving = 0; halving < most_halvings; ++halving) {
      const double t = std::ldexp(1.0, -halving);
      for (std::size_t j = 0; j < v.size(); ++j) v[j] = v_[j] + t * dv_[j];
      for (std::size_t i = 0; i < m.size(); ++i) m[i] = m_[i] + t * dm_[i];
      if (loss_sum(z_, m) + penalty_sum(z_, v) <= f + 0.01 * t * expected + 1e-14 * f) {
        v_ = v;
        damping_ = t == 1 ? std::max(least_damping, damping_ / 8) : t < 0.3 ? std::max(1e-7, damping_ * 8) : damping_;
        return;
      }
    }
  }

  const Design& z_;
  SolverRun& run_;
  WorkingSet set_;  // A
  FeasibleDual dual_;
  std::vector<double> v_, g_, dv_;          // d
  std::vector<double> m_, dm_, alpha_, D_;  // n
  std::vector<double> u_;                   // of A
  double damping_ = least_damping;          // of the largest curvature: grows where full steps go too far
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
