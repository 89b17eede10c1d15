// Trust-region Newton for losses with a curvature and large sparse d:
//
//   min over dv, |dv|_M <= Δ   q(dv) = g.dv + 1/2 dv.(P + Z'DZ) dv     by conjugate gradients, M = diag(P + Z'DZ)
//   before ρ = (f(v + dv) - f(v)) / q(dv);   v <- v + dv where ρ > 1e-4; Δ grows and shrinks with ρ
//
// Lin, Weng, Keerthi 2008, algorithm 1 (Steihaug 1983 inside), with the line search of Nocedal and Yuan 1998; the
// preconditioner of Hsia, Chiang, Lin 2018 without its average with the identity. The gap of v is that of α_i = -C_i
// loss'(m_i): 1/2 |g|^2 over the penalised weights.
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/conjugate_gradients.hpp"
#include "simd/ops.hpp"
#include "solver/linear/fused_rows.hpp"
#include "solver/linear/line_search.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class TrustNewton {
 public:
  TrustNewton(const Design& z, std::uint64_t products, SolverRun& run)
      : z_(z), run_(run), rows_(z), products_left_(products) {
    for (auto* v : {&v_, &g_, &M_, &dv_, &s_}) v->resize(rows_.dims());
    for (auto* v : {&m_, &dm_, &D_, &alpha_, &t_}) v->resize(z.n());
    const std::vector<double>& from = !run.answer.v.empty() ? run.answer.v : run.start;
    for (std::size_t k = 0; k < v_.size() && !from.empty(); ++k) v_[k] = from[rows_.column(k)];
  }

  void run() {
    constexpr double rounded = 1e-6;  // of f: from such a gap on the margins are made anew each step
    rows_.margins(v_, m_);
    double f = look();
    double radius = std::numeric_limits<double>::infinity();
    double gap_before = radius;
    for (int step = 0; step < most_steps; ++step) {
      find_gradient();
      const double gap = gap_estimate();
      if (z_.penalised() && run_.near(f, gap) && proven()) return;
      if (run_.stop(f, gap) || products_left_ == 0) break;
      const double predicted = find_step(radius, gap / f);
      // residuals are measured by M^-1, the gap is not: columns of large M may hold all of it after steps that gain nothing
      if (gap > gap_before / 2 && -predicted < 0.01 * gap) forcing_ = std::max(1e-6, forcing_ / 10);
      gap_before = gap;
      if (!z_.penalised() && run_.near(f, -predicted) && at_rest(-2 * predicted))
        return run_.settle(rows_.spread(v_), f, -predicted);
      for (std::size_t i = 0; i < z_.n(); ++i) t_[i] = m_[i] + dm_[i];
      for (std::size_t j = 0; j < s_.size(); ++j) s_[j] = v_[j] + dv_[j];
      const double next = loss_sum(z_, t_) + penalty(s_);
      const double noise = 1e-14 * f;
      const double rho = (next - f - noise) / (predicted - noise);
      const double length = norm(dv_);
      if (rho > 0.75 && length > 0.9 * radius) radius *= 2;
      if (rho >= 0.25) {
        std::swap(v_, s_);
        std::swap(m_, t_);
      } else {  // too far: the step along dv where the slope has come down
        const double t = step_along();
        if (t == 0) break;
        axpy(t, dv_.data(), dv_.size(), v_.data());
        axpy(t, dm_.data(), dm_.size(), m_.data());
        radius = std::max(1.0, 2 * t) * length;
        forcing_ = std::max(1e-6, forcing_ / 10);
      }
      if (gap <= rounded * f) rows_.margins(v_, m_);
      f = look();
    }
    if (z_.penalised()) return void(proven());
    run_.settle(rows_.spread(v_), f, std::numeric_limits<double>::infinity());
    run_.answer.settled = false;
  }

 private:
  static constexpr int most_steps = 1000;
  static constexpr std::size_t most_products = 400;

  /// α, D and f(v); a free bias is first moved to where f has no slope along it.
  double look() {
    double f = look_at_margins(z_, m_, alpha_, D_) + penalty(v_);
    if (!z_.free_bias() || !z_.penalised()) return f;
    constexpr int most_moves = 8;
    for (int k = 0; k < most_moves; ++k) {
      double slope = 0;
      double curvature = 0;
      double size = 0;
      for (std::size_t i = 0; i < z_.n(); ++i) {
        slope -= z_.sign(i) * alpha_[i];
        curvature += D_[i];
        size += alpha_[i];
      }
      if (!(std::fabs(slope) > 1e-13 * size) || !(curvature > 0)) break;
      const double move = -slope / curvature;
      for (std::size_t i = 0; i < z_.n(); ++i) t_[i] = m_[i] + z_.sign(i) * move;
      const double next = loss_sum(z_, t_) + penalty(v_);
      if (!(next <= f)) break;
      v_.back() += move;
      std::swap(m_, t_);
      f = look_at_margins(z_, m_, alpha_, D_) + penalty(v_);
    }
    return f;
  }

  void find_gradient() {
    rows_.gradient(alpha_, D_, g_, M_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = l2(j) * v_[j] - g_[j];
    double largest = 0;
    for (std::size_t j = 0; j < M_.size(); ++j) largest = std::max(largest, M_[j] += l2(j));
    for (double& m : M_) m = std::max(m, 1e-12 * largest + std::numeric_limits<double>::min());
  }

  double gap_estimate() const {
    double gap = 0;
    for (std::size_t j = 0; j < g_.size(); ++j) gap += g_[j] * g_[j] / (l2(j) > 0 ? l2(j) : M_[j]) / 2;
    return gap;
  }

  bool proven() {
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < price.size(); ++i) price[i] = -D_[i];
    std::vector<double> a(alpha_);
    if (z_.free_bias()) balance(z_, price, a);
    return run_.proven(rows_.spread(v_), a);
  }

  /// Is the step, of this λ^2, below 1e-9 of a standard error, or does rounding make it no shorter?
  bool at_rest(double square) {
    const bool out = square <= rest_square || !(square < last_square_ / 4);
    last_square_ = square;
    return out;
  }

  double norm(const std::vector<double>& x) const {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += M_[j] * x[j] * x[j];
    return std::sqrt(sum);
  }

  /// t along dv where the slope of f has come down
  double step_along() const {
    double linear = 0;
    double quadratic = 0;
    for (std::size_t j = 0; j < v_.size(); ++j) {
      linear += l2(j) * v_[j] * dv_[j];
      quadratic += l2(j) * dv_[j] * dv_[j];
    }
    const auto slope = [&](double t) { return linear + t * quadratic + loss_slope(z_, m_, dm_, t); };
    return step_of_slope(slope, most_line_trials, middle);
  }

  double l2(std::size_t j) const { return z_.penalty(rows_.column(j)).l2; }

  double penalty(const std::vector<double>& v) const {
    double sum = 0;
    for (std::size_t j = 0; j < v.size(); ++j) sum += z_.penalty(rows_.column(j)).value(v[j]);
    return sum;
  }

  /// t = Z p, Hp = P p + Z' D t
  void product(const std::vector<double>& p, std::vector<double>& Hp) {
    rows_.product(D_, p, t_, Hp);
    for (std::size_t j = 0; j < p.size(); ++j) Hp[j] += l2(j) * p[j];
  }

  /// dv and dm = Z dv; returns q(dv).
  double find_step(double radius, double relative_gap) {
    const double needed = 0.6 * std::sqrt(run_.tol() / relative_gap);  // gaps fall as squares of residuals
    const double share = std::clamp(needed, std::min(1e-4, forcing_), forcing_);
    std::fill(dm_.begin(), dm_.end(), 0.0);
    return conjugate_gradients(opposite(g_), ByDiagonal{M_}, {most_products, share * share}, dv_,
                               InRegion{*this, radius})
        .model;
  }

  /// H p, as long as v stays in the region: the last step ends at its boundary.
  struct InRegion {
    TrustNewton& newton;
    double radius;

    bool product(const std::vector<double>& p, std::vector<double>& Hp) {
      if (newton.run_.halted() || newton.products_left_ == 0) return false;
      --newton.products_left_;
      newton.product(p, Hp);
      return true;
    }

    bool bounded(const std::vector<double>& v, const std::vector<double>& p, double& a) {
      std::vector<double>& next = newton.s_;
      for (std::size_t j = 0; j < v.size(); ++j) next[j] = v[j] + a * p[j];
      const bool outside = newton.norm(next) > radius;
      if (outside) a = newton.to_boundary(v, p, radius);
      axpy(a, newton.t_.data(), newton.t_.size(), newton.dm_.data());
      return outside;
    }
  };

  /// τ >= 0 with |v + τ p|_M = radius
  double to_boundary(const std::vector<double>& v, const std::vector<double>& p, double radius) const {
    double pp = 0;
    double pd = 0;
    double dd = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      pp += M_[j] * p[j] * p[j];
      pd += M_[j] * p[j] * v[j];
      dd += M_[j] * v[j] * v[j];
    }
    const double rest = radius * radius - dd;
    const double root = std::sqrt(std::max(0.0, pd * pd + pp * rest));
    return pd > 0 ? rest / (pd + root) : (root - pd) / pp;
  }

  const Design& z_;
  SolverRun& run_;
  FusedRows rows_;
  std::uint64_t products_left_;                                   // with the Hessian
  double last_square_ = std::numeric_limits<double>::infinity();  // λ^2 of the step before, without a penalty
  double forcing_ = 0.25;  // residual of the conjugate gradients; smaller after a step that went too far
  std::vector<double> v_, g_, M_, dv_, s_;      // d
  std::vector<double> m_, dm_, D_, alpha_, t_;  // n
};

}  // namespace

void solve_trust_newton(const Design& z, SolverRun& run) {
  run.begin("trust-newton");
  TrustNewton(z, std::numeric_limits<std::uint64_t>::max(), run).run();
}

bool try_trust_newton(const Design& z, std::uint64_t products, SolverRun& run) {
  run.begin("trust-newton");
  TrustNewton(z, products, run).run();
  return run.within(run.answer.proof);
}

namespace {

Result<void> is_curved(const LinearOptions& o) {
  if (has_curvature(o.loss)) return {};
  return solver_rules::refused("trust-newton needs a loss with a curvature, not --loss " +
                               std::string(name_of(o.loss)));
}

void run_trust_newton(const LinearCall& call, SolverRun& run) { solve_trust_newton(call.z, run); }

}  // namespace

const LinearSolverEntry trust_newton_solver = {.accepts = {solver_rules::no_firth, solver_rules::no_hard_margin,
                                                           solver_rules::loss_fits, solver_rules::no_kink, is_curved},
                                               .run = run_trust_newton,
                                               .run_from_start = run_trust_newton};

}  // namespace halfspace
