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

#include "simd/ops.hpp"
#include "solver/linear/line_search.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class TrustNewton {
 public:
  TrustNewton(const Design& z, LinearWatch& watch) : z_(z), watch_(watch) {
    for (auto* v : {&v_, &g_, &M_, &dv_, &r_, &p_, &Hp_, &s_}) v->resize(z.dims());
    for (auto* v : {&m_, &dm_, &D_, &alpha_, &t_}) v->resize(z.n());
    if (!watch.start.empty()) v_ = watch.start;
    if (!watch.v.empty()) v_ = watch.v;
  }

  void run() {
    z_.margins(v_, m_);
    double f = loss_sum(z_, m_) + penalty_sum(z_, v_);
    double radius = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_steps; ++step) {
      find_gradient();
      const double gap = gap_estimate();
      if (z_.penalised() && watch_.near(f, gap) && proven()) return;
      if (watch_.stop(f, gap)) break;
      const double predicted = conjugate_gradients(radius, gap / f);
      if (!z_.penalised() && watch_.near(f, -predicted) && at_rest(-2 * predicted))
        return watch_.settle(v_, f, -predicted);
      for (std::size_t i = 0; i < z_.n(); ++i) t_[i] = m_[i] + dm_[i];
      for (std::size_t j = 0; j < s_.size(); ++j) s_[j] = v_[j] + dv_[j];
      const double next = loss_sum(z_, t_) + penalty_sum(z_, s_);
      const double noise = 1e-14 * f;
      const double rho = (next - f - noise) / (predicted - noise);
      const double length = norm(dv_);
      if (rho > 0.75 && length > 0.9 * radius) radius *= 2;
      if (rho >= 0.25) {
        std::swap(v_, s_);
      } else {  // too far: the step along dv where the slope has come down
        const double t = line_search(z_, v_, dv_, m_, dm_);
        if (t == 0) break;
        axpy(t, dv_.data(), dv_.size(), v_.data());
        radius = std::max(1.0, 2 * t) * length;
        forcing_ = std::max(1e-6, forcing_ / 10);
      }
      z_.margins(v_, m_);
      f = loss_sum(z_, m_) + penalty_sum(z_, v_);
    }
    if (z_.penalised()) {
      proven();
    } else {
      watch_.settle(v_, f, std::numeric_limits<double>::infinity());
      watch_.settled = false;
    }
  }

 private:
  static constexpr int most_steps = 1000;
  static constexpr int most_products = 400;

  void find_gradient() {
    dual_of_margins(z_, m_, alpha_);
    z_.combine(alpha_, g_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = z_.penalty(j).l2 * v_[j] - g_[j];
    curvatures(z_, m_, D_);
    z_.gram_diagonal(D_, M_);
    double largest = 0;
    for (std::size_t j = 0; j < M_.size(); ++j) largest = std::max(largest, M_[j] += z_.penalty(j).l2);
    for (double& m : M_) m = std::max(m, 1e-12 * largest + std::numeric_limits<double>::min());
  }

  double gap_estimate() const {
    double gap = 0;
    for (std::size_t j = 0; j < g_.size(); ++j) gap += g_[j] * g_[j] / (z_.penalty(j).l2 > 0 ? 1 : M_[j]) / 2;
    return gap;
  }

  bool proven() {
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < price.size(); ++i) price[i] = -D_[i];
    std::vector<double> a(alpha_);
    if (z_.free_bias()) balance(z_, price, a);
    return watch_.proven(v_, a);
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

  /// dm = Z p, Hp = P p + Z' D dm
  void product() {
    z_.margins(p_, t_);
    std::vector<double>& a = scratch_;
    a.resize(z_.n());
    for (std::size_t i = 0; i < z_.n(); ++i) a[i] = D_[i] * t_[i];
    z_.combine(a, Hp_);
    for (std::size_t j = 0; j < p_.size(); ++j) Hp_[j] += z_.penalty(j).l2 * p_[j];
  }

  /// dv and dm = Z dv; returns q(dv).
  double conjugate_gradients(double radius, double relative_gap) {
    std::fill(dv_.begin(), dv_.end(), 0.0);
    std::fill(dm_.begin(), dm_.end(), 0.0);
    for (std::size_t j = 0; j < r_.size(); ++j) r_[j] = -g_[j];
    for (std::size_t j = 0; j < r_.size(); ++j) p_[j] = r_[j] / M_[j];
    double rs = dot(r_.data(), r_.size(), p_.data());
    const double share = std::clamp(relative_gap, std::min(1e-4, forcing_), forcing_);
    const double target = rs * share * share;
    double q = 0;
    for (int k = 0; k < most_products && rs > target; ++k) {
      if (watch_.halted()) break;
      product();
      const double curvature = dot(p_.data(), p_.size(), Hp_.data());
      if (!(curvature > 0)) break;
      double a = rs / curvature;
      for (std::size_t j = 0; j < s_.size(); ++j) s_[j] = dv_[j] + a * p_[j];
      const bool outside = norm(s_) > radius;
      if (outside) a = to_boundary(radius);
      q += -a * rs + a * a / 2 * curvature;
      axpy(a, p_.data(), p_.size(), dv_.data());
      axpy(a, t_.data(), t_.size(), dm_.data());
      if (outside) break;
      axpy(-a, Hp_.data(), Hp_.size(), r_.data());
      const double before = rs;
      rs = 0;
      for (std::size_t j = 0; j < r_.size(); ++j) rs += r_[j] * r_[j] / M_[j];
      for (std::size_t j = 0; j < r_.size(); ++j) p_[j] = r_[j] / M_[j] + rs / before * p_[j];
    }
    return q;
  }

  /// τ >= 0 with |dv + τ p|_M = radius
  double to_boundary(double radius) const {
    double pp = 0;
    double pd = 0;
    double dd = 0;
    for (std::size_t j = 0; j < p_.size(); ++j) {
      pp += M_[j] * p_[j] * p_[j];
      pd += M_[j] * p_[j] * dv_[j];
      dd += M_[j] * dv_[j] * dv_[j];
    }
    const double root = std::sqrt(std::max(0.0, pd * pd + pp * (radius * radius - dd)));
    return pd > 0 ? (radius * radius - dd) / (pd + root) : (root - pd) / pp;
  }

  const Design& z_;
  LinearWatch& watch_;
  double last_square_ = std::numeric_limits<double>::infinity();  // λ^2 of the step before, without a penalty
  double forcing_ = 0.1;  // residual of the conjugate gradients; smaller after a step that went too far
  std::vector<double> v_, g_, M_, dv_, r_, p_, Hp_, s_;   // d
  std::vector<double> m_, dm_, D_, alpha_, t_, scratch_;  // n
};

}  // namespace

void solve_trust_newton(const Design& z, LinearWatch& watch) {
  watch.begin("trust-newton");
  TrustNewton(z, watch).run();
}

}  // namespace halfspace
