// Primal-dual interior point for the objective of Crammer and Singer (joint.hpp with the hinge), small K side:
//
//   min 1/2 |W|^2 + Σ C_i ξ_i   s.t.  m_ik = 1 + t_ik - ξ_i,  t, ξ >= 0      m_ik = s_iy - s_ik, k != y_i
//   W = Q(a),   a_ik t_ik = μ,   r_i ξ_i = μ,   r_i = C_i - Σ_k a_ik > 0
//
// The steps are joint_interior_state.hpp's; here is when they end and what is proven on the way.
#include <algorithm>
#include <limits>

#include "solver/linear/joint/crammer_singer.hpp"
#include "solver/linear/joint/joint_interior_state.hpp"
#include "solver/linear/predictor_corrector.hpp"

namespace halfspace {
namespace {

class JointInteriorPoint {
 public:
  JointInteriorPoint(JointRows& z, JointRun& run) : z_(z), run_(run), state_(z) {}

  void run() {
    if (run_.completes([&] { descend(); })) return;
    z_.in_grace();
    if (run_.completes([&] { run_.proven(state_.W(), state_.a()); })) return;
    run_.unproven(std::vector<double>(state_.W().size()), 0);
  }

 private:
  static constexpr double reach = 1e-6;  // of the tolerance: how far the iteration goes below it

  void descend() {
    constexpr double any = -1;  // every residual above it counts
    IdleSteps idle(any);
    for (int step = 0; step < most_interior_steps && !idle.too_many(); ++step) {
      state_.find_residuals();
      const double gap = state_.gap_estimate();
      const double f = state_.objective();
      const bool nearest = gap < idle.least_gap();
      idle.count(gap, state_.infeasibility());
      if (nearest && gap <= 0.1 * f && answered()) return;
      const double mu = state_.complementarity();
      const double open = mu * state_.products();
      if (open <= run_.tol() * f && answered()) return;
      if (open <= reach * run_.tol() * f || run_.stop(f, gap)) break;
      if (!state_.factor(run_)) break;
      predictor_corrector_step(state_, mu);
    }
    answered();
  }

  /// The a at the bounds they are on their way to.
  std::vector<double> multipliers_at_bounds() const {
    std::vector<double> a(state_.a());
    for (std::size_t i = 0; i < z_.n(); ++i) {
      const double C = z_.cost(i);
      z_.each_other(i, [&](std::size_t p) { a[p] = a[p] / C < state_.beyond()[p] ? 0 : a[p]; });
      if (state_.slack()[i] / C >= state_.loss()[i]) continue;
      double sum = 0;
      z_.each_other(i, [&](std::size_t p) { sum += a[p]; });
      z_.each_other(i, [&](std::size_t p) { a[p] *= sum > 0 ? C / sum : 0; });
    }
    return a;
  }

  double least_margin() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < z_.n(); ++i)
      z_.each_other(i, [&](std::size_t p) { least = std::min(least, state_.margins()[p]); });
    return least;
  }

  /// The point it stands on; where all margins are above 0 also the weights that make the least of them 1.
  bool answered() {
    const std::vector<double> a = multipliers_at_bounds();
    const double least = least_margin();
    const bool done = run_.proven(state_.W(), a) || run_.proven(state_.W(), state_.a());
    if (done || !(least > 0)) return done;
    std::vector<double> W(state_.W());
    for (double& w : W) w *= (1 + 1e-14) / least;
    return run_.proven(W, a) || run_.proven(W, state_.a());
  }

  JointRows& z_;
  JointRun& run_;
  JointInteriorState state_;
};

}  // namespace

void solve_joint_interior_point(JointRows& z, JointRun& run) { JointInteriorPoint(z, run).run(); }

}  // namespace halfspace
