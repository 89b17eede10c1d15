// Primal-dual interior point for the hinge, and for the hard margin (C infinite), any bias mode, small d:
//
//   min 1/2 v.P v + Σ C_i ξ_i   s.t.  z_i.v = 1 + t_i - ξ_i,  t, ξ >= 0
//   P v = Z'α,   α_i t_i = μ,   s_i ξ_i = μ,   s_i = C_i - α_i > 0         (hard margin: no ξ, no s)
//
// The steps are interior_state.hpp's; here is when they end, what is proven on the way, and the exact active set.
#include <algorithm>
#include <cmath>

#include "solver/linear/active_set.hpp"
#include "solver/linear/dual/interior_state.hpp"
#include "solver/linear/predictor_corrector.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class InteriorPoint {
 public:
  InteriorPoint(const Design& z, SolverRun& run) : z_(z), run_(run), state_(z) {}

  void run() {
    if (!run_.completes([&] { descend(); })) prove_point();
  }

 private:
  static constexpr double loose = 1e-6;  // a tolerance above this is met without the active set
  static constexpr double feasible = 1e-9;
  static constexpr double reach = 1e-9;  // of the tolerance: how far the iteration goes below it

  void descend() {
    IdleSteps idle(feasible);
    for (int step = 0; step < most_interior_steps; ++step) {
      state_.find_residuals();
      const double gap = state_.gap_estimate();
      const double f = state_.objective();
      idle.count(gap, state_.infeasibility());
      const double mu = state_.complementarity();
      const double open = mu * state_.products();
      if (open <= run_.tol() * f && answered()) return;
      if (open <= reach * run_.tol() * f || idle.too_many()) break;
      if (run_.stop(f, gap)) break;
      if (state_.hard() && unbounded()) return;
      state_.factor(run_.stop_token());
      predictor_corrector_step(state_, mu);
    }
    answered();
  }

  /// Does α grow without end? Then Σ α_i z_i = 0 to within rounding, beside Σ α_i: no separator.
  bool unbounded() {
    const std::vector<double>& a = state_.alpha();
    double sum = 0;
    double size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum += a[i];
      size = std::max(size, a[i] * std::sqrt(z_.squared_norm(i)));
    }
    std::vector<double> q(z_.dims());
    z_.combine(a, q);
    double length = 0;
    for (const double x : q) length += x * x;
    if (!(sum > 1e6) || std::sqrt(length) > 1e-9 * size) return false;
    run_.status = Status::not_separable;
    return true;
  }

  /// On its way to 0, to C_i, or to neither?
  BoxPlace place_of(std::size_t i) const {
    const double C = z_.cost()[i];
    const double share = state_.hard() ? state_.alpha()[i] : state_.alpha()[i] / C;
    if (share < state_.beyond()[i]) return BoxPlace::zero;
    return !state_.hard() && state_.slack()[i] / C < state_.loss()[i] ? BoxPlace::bound : BoxPlace::free;
  }

  std::vector<double> alpha_in_box() const {
    std::vector<double> alpha(state_.alpha());
    for (std::size_t i = 0; i < alpha.size() && !state_.hard(); ++i) alpha[i] = std::clamp(alpha[i], 0.0, z_.cost()[i]);
    return alpha;
  }

  /// The point it stands on, proven; then the exact solution of its active set. True when that holds: nothing is
  /// better.
  bool answered() {
    std::vector<BoxPlace> place(z_.n());
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < place.size(); ++i) {
      place[i] = place_of(i);
      price[i] = std::max(state_.beyond()[i], state_.hard() ? 0 : state_.loss()[i]);
    }
    std::vector<double> alpha = alpha_in_box();
    std::vector<double> v(state_.v());
    const bool enough = prove(v, alpha, price, false);
    if (run_.tol() > loose && !state_.hard()) {  // α at the bounds it is on its way to
      if (!enough) return false;
      for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i] != BoxPlace::free) alpha[i] = place[i] == BoxPlace::zero ? 0 : z_.cost()[i];
      }
      return prove(v, alpha, price, true);
    }
    return solve_active_set(z_, place, v, alpha) && prove(v, alpha, price, true);
  }

  /// v and α as they are, where the run was stopped.
  void prove_point() {
    std::vector<double> v(state_.v());
    std::vector<double> alpha = alpha_in_box();
    prove(v, alpha, state_.beyond(), false);
  }

  bool prove(std::vector<double>& v, std::vector<double>& alpha, std::span<const double> price, bool exact) {
    if (z_.free_bias()) balance(z_, price, alpha);
    if (state_.hard()) scale(v);
    return exact ? run_.proven_as_well(v, alpha) : run_.proven(v, alpha);
  }

  /// To a least margin of 1.
  void scale(std::vector<double>& v) const {
    std::vector<double> m(z_.n());
    z_.margins(v, m);
    const double least = *std::min_element(m.begin(), m.end());
    if (!(least > 0)) return;
    for (double& x : v) x /= least;
  }

  const Design& z_;
  SolverRun& run_;
  InteriorState state_;
};

Result<void> is_hinge_with_l2(const LinearOptions& o) {
  if (traits_of(o.loss).soft_margin && o.half_square()) return {};
  return solver_rules::refused("interior-point needs --loss hinge --penalty l2");
}

void run_interior_point(const LinearCall& call, SolverRun& run) { solve_interior_point(call.z, run); }

}  // namespace

void solve_interior_point(const Design& z, SolverRun& run) {
  run.begin("interior-point");
  InteriorPoint(z, run).run();
}

const LinearSolverEntry interior_point_solver = {
    .dense_system = true,
    .accepts = {solver_rules::no_firth, solver_rules::loss_fits, is_hinge_with_l2},
    .run = run_interior_point,
    .run_from_start = run_interior_point};

}  // namespace halfspace
