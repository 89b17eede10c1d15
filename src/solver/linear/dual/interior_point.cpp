// Primal-dual interior point for the hinge, and for the hard margin (C infinite), any bias mode, small d:
//
//   min 1/2 v.P v + Σ C_i ξ_i   s.t.  z_i.v = 1 + t_i - ξ_i,  t, ξ >= 0
//   P v = Z'α,   α_i t_i = μ,   s_i ξ_i = μ,   s_i = C_i - α_i > 0         (hard margin: no ξ, no s)
//
// A Newton step of these equations: with Θ_i = 1 / (t_i/α_i + ξ_i/s_i)
//   (P + Z'ΘZ) dv = -r_d + Z'Θ q,   dα = Θ (q - Z dv)
//   r_d = P v - Z'α,  r_p = Zv - 1 - t + ξ,  q = -r_p + (μ - α t - ...)/α - (μ - s ξ - ...)/s
// Mehrotra 1992 (predictor, corrector); Ferris and Munson 2002 for the d x d system.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "linalg/cholesky.hpp"
#include "solver/linear/active_set.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class InteriorPoint {
 public:
  InteriorPoint(const Design& z, SolverRun& run)
      : z_(z), run_(run), n_(z.n()), hard_(std::isinf(z.cost()[0])), all_(z.dims()), H_(z.dims() * z.dims()) {
    std::iota(all_.begin(), all_.end(), std::size_t{0});
    for (auto* v : {&v_, &dv_, &rd_, &right_}) v->assign(z.dims(), 0.0);
    for (auto* v : {&m_, &a_, &s_, &t_, &xi_, &theta_, &q_, &rp_, &da_, &ds_, &dt_, &dxi_, &dm_, &ct_, &cx_}) {
      v->assign(n_, 0.0);
    }
    double squares = 0;
    for (std::size_t i = 0; i < n_; ++i) squares += z.squared_norm(i);
    for (std::size_t i = 0; i < n_; ++i) {
      a_[i] = hard_ ? static_cast<double>(n_) / std::max(squares, 1e-300) : z.cost()[i] / 2;
      s_[i] = hard_ ? 1 : z.cost()[i] / 2;
      t_[i] = 1;
      xi_[i] = hard_ ? 0 : 1;
    }
  }

  void run() {
    if (!run_.completes([&] { descend(); })) prove_point();
  }

 private:
  static constexpr int most_steps = 200;
  static constexpr double to_boundary = 0.995;
  static constexpr int most_idle_steps = 12;
  static constexpr double loose = 1e-6;  // a tolerance above this is met without the active set
  static constexpr double feasible = 1e-9;
  static constexpr double reach = 1e-9;  // of the tolerance: how far the iteration goes below it

  void descend() {
    double least = std::numeric_limits<double>::infinity();
    double last = least;
    int idle = 0;
    for (int step = 0; step < most_steps; ++step) {
      find_residuals();
      const double gap = gap_estimate();
      const double f = objective();
      const double infeasible = largest(rp_);
      idle = gap < least * 0.9 || (infeasible > feasible && infeasible < last * 0.999) ? 0 : idle + 1;
      last = infeasible;
      least = std::min(least, gap);
      const double mu = complementarity();
      const double open = mu * static_cast<double>(hard_ ? n_ : 2 * n_);
      if (open <= run_.tol() * f && answered()) return;
      if (open <= reach * run_.tol() * f || idle > most_idle_steps) break;
      if (run_.stop(f, gap)) break;
      if (hard_ && unbounded()) return;
      factor();
      direction(0, false);  // predictor
      const double affine = complementarity_after(longest(a_, da_, s_, ds_), longest(t_, dt_, xi_, dxi_));
      const double share = std::max(affine, 0.0) / mu;
      const double sigma = share * share * share;  // σ = (μ_aff / μ)^3
      for (std::size_t i = 0; i < n_; ++i) {
        ct_[i] = da_[i] * dt_[i];
        cx_[i] = ds_[i] * dxi_[i];
      }
      direction(sigma * mu, true);  // corrector
      move(std::min(1.0, to_boundary * std::min(longest(a_, da_, s_, ds_), longest(t_, dt_, xi_, dxi_))));
    }
    answered();
  }

  static double largest(const std::vector<double>& r) {
    double most = 0;
    for (const double x : r) most = std::max(most, std::fabs(x));
    return most;
  }

  void find_residuals() {
    z_.margins(v_, m_);
    z_.combine(a_, rd_);
    for (std::size_t j = 0; j < rd_.size(); ++j) rd_[j] = z_.penalty(j).l2 * v_[j] - rd_[j];
    for (std::size_t i = 0; i < n_; ++i) rp_[i] = m_[i] - 1 - t_[i] + xi_[i];
  }

  double complementarity() const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += a_[i] * t_[i] + (hard_ ? 0 : s_[i] * xi_[i]);
    return sum / static_cast<double>(hard_ ? n_ : 2 * n_);
  }

  double complementarity_after(double la, double lt) const {
    la = std::min(1.0, la);
    lt = std::min(1.0, lt);
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      sum += (a_[i] + la * da_[i]) * (t_[i] + lt * dt_[i]);
      if (!hard_) sum += (s_[i] + la * ds_[i]) * (xi_[i] + lt * dxi_[i]);
    }
    return sum / static_cast<double>(hard_ ? n_ : 2 * n_);
  }

  double objective() const {
    double sum = penalty_sum(z_, v_);
    for (std::size_t i = 0; i < n_ && !hard_; ++i) sum += z_.cost()[i] * std::max(0.0, 1 - m_[i]);
    return sum;
  }

  /// f(v) - D(α) as it would be with the residuals gone, and what they are worth.
  double gap_estimate() const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i)
      sum += a_[i] * t_[i] + (hard_ ? 0 : s_[i] * xi_[i]) + a_[i] * std::fabs(rp_[i]);
    for (std::size_t j = 0; j < rd_.size(); ++j) sum += std::fabs(rd_[j] * v_[j]) + rd_[j] * rd_[j];
    return sum;
  }

  /// Does α grow without end? Then Σ α_i z_i = 0 to within rounding, beside Σ α_i: no separator.
  bool unbounded() {
    double sum = 0;
    double size = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      sum += a_[i];
      size = std::max(size, a_[i] * std::sqrt(z_.squared_norm(i)));
    }
    std::vector<double> q(z_.dims());
    z_.combine(a_, q);
    double length = 0;
    for (const double x : q) length += x * x;
    if (!(sum > 1e6) || std::sqrt(length) > 1e-9 * size) return false;
    run_.status = Status::not_separable;
    return true;
  }

  void factor() {
    for (std::size_t i = 0; i < n_; ++i) theta_[i] = 1 / (t_[i] / a_[i] + (hard_ ? 0 : xi_[i] / s_[i]));
    z_.gram(theta_, all_, H_);
    for (std::size_t j = 0; j < rd_.size(); ++j) H_[j * rd_.size() + j] += z_.penalty(j).l2;
    cholesky_.emplace_back(H_, rd_.size(), Dependent::kept, run_.stop_token());
    if (cholesky_.size() > 1) cholesky_.erase(cholesky_.begin());
  }

  void direction(double mu, bool second_order) {
    for (std::size_t i = 0; i < n_; ++i) {
      const double wt = mu - a_[i] * t_[i] - (second_order ? ct_[i] : 0);
      const double wx = hard_ ? 0 : mu - s_[i] * xi_[i] - (second_order ? cx_[i] : 0);
      q_[i] = theta_[i] * (-rp_[i] + wt / a_[i] - (hard_ ? 0 : wx / s_[i]));
    }
    z_.combine(q_, right_);
    for (std::size_t j = 0; j < rd_.size(); ++j) dv_[j] = right_[j] - rd_[j];
    cholesky_.back().solve_refined(H_, dv_);
    z_.margins(dv_, dm_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double wt = mu - a_[i] * t_[i] - (second_order ? ct_[i] : 0);
      da_[i] = q_[i] - theta_[i] * dm_[i];  // dα = Θ (q - Z dv)
      ds_[i] = -da_[i];
      dt_[i] = (wt - t_[i] * da_[i]) / a_[i];
      if (hard_) continue;
      const double wx = mu - s_[i] * xi_[i] - (second_order ? cx_[i] : 0);
      dxi_[i] = (wx - xi_[i] * ds_[i]) / s_[i];
    }
  }

  double longest(std::span<const double> a, std::span<const double> da, std::span<const double> b,
                 std::span<const double> db) const {
    double most = 1e30;
    for (std::size_t i = 0; i < n_; ++i) {
      if (da[i] < 0) most = std::min(most, -a[i] / da[i]);
      if (!hard_ && db[i] < 0) most = std::min(most, -b[i] / db[i]);
    }
    return most;
  }

  void move(double step) {
    for (std::size_t j = 0; j < v_.size(); ++j) v_[j] += step * dv_[j];
    for (std::size_t i = 0; i < n_; ++i) {
      a_[i] += step * da_[i];
      t_[i] += step * dt_[i];
      if (hard_) continue;
      s_[i] += step * ds_[i];
      xi_[i] += step * dxi_[i];
    }
  }

  /// The point it stands on, proven; then the exact solution of its active set. True when that holds: nothing is
  /// better.
  bool answered() {
    std::vector<BoxPlace> place(n_);
    std::vector<double> price(n_);
    std::vector<double> alpha(a_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double C = z_.cost()[i];
      const double share = hard_ ? a_[i] : a_[i] / C;
      place[i] = share < t_[i] ? BoxPlace::zero : !hard_ && s_[i] / C < xi_[i] ? BoxPlace::bound : BoxPlace::free;
      price[i] = std::max(t_[i], hard_ ? 0 : xi_[i]);
      if (!hard_) alpha[i] = std::clamp(alpha[i], 0.0, C);
    }
    std::vector<double> v(v_);
    const bool enough = prove(v, alpha, price, false);
    if (run_.tol() > loose && !hard_) {  // α at the bounds it is on its way to
      if (!enough) return false;
      for (std::size_t i = 0; i < n_; ++i) {
        if (place[i] != BoxPlace::free) alpha[i] = place[i] == BoxPlace::zero ? 0 : z_.cost()[i];
      }
      return prove(v, alpha, price, true);
    }
    return solve_active_set(z_, place, v, alpha) && prove(v, alpha, price, true);
  }

  /// v and α as they are, where the run was stopped.
  void prove_point() {
    std::vector<double> v(v_);
    std::vector<double> alpha(a_);
    for (std::size_t i = 0; i < n_ && !hard_; ++i) alpha[i] = std::clamp(alpha[i], 0.0, z_.cost()[i]);
    prove(v, alpha, t_, false);
  }

  bool prove(std::vector<double>& v, std::vector<double>& alpha, std::span<const double> price, bool exact) {
    if (z_.free_bias()) balance(z_, price, alpha);
    scaled_if_hard(v);
    return exact ? run_.proven_as_well(v, alpha) : run_.proven(v, alpha);
  }

  void scaled_if_hard(std::vector<double>& v) {
    if (!hard_) return;
    z_.margins(v, m_);
    const double least = *std::min_element(m_.begin(), m_.end());
    if (!(least > 0)) return;
    for (double& x : v) x /= least;
  }

  const Design& z_;
  SolverRun& run_;
  std::size_t n_;
  bool hard_;
  std::vector<std::size_t> all_;
  std::vector<double> H_;
  std::vector<Cholesky> cholesky_;
  std::vector<double> v_, dv_, rd_, right_;                                                      // d
  std::vector<double> m_, a_, s_, t_, xi_, theta_, q_, rp_, da_, ds_, dt_, dxi_, dm_, ct_, cx_;  // n
};

}  // namespace

void solve_interior_point(const Design& z, SolverRun& run) {
  run.begin("interior-point");
  InteriorPoint(z, run).run();
}

namespace {

Result<void> is_hinge_with_l2(const LinearOptions& o) {
  if (traits_of(o.loss).soft_margin && is_half_square(o.penalty)) return {};
  return solver_rules::refused("interior-point needs --loss hinge --penalty l2");
}

void run_interior_point(const LinearCall& call, SolverRun& run) { solve_interior_point(call.z, run); }

}  // namespace

const LinearSolverEntry interior_point_solver = {
    .dense_system = true,
    .accepts = {solver_rules::no_firth, solver_rules::loss_fits, is_hinge_with_l2},
    .run = run_interior_point,
    .run_from_start = run_interior_point};

}  // namespace halfspace
