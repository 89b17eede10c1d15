// The hard margin of large sparse data by the method of multipliers:
//
//   v <- argmin φ(v) = 1/2 v.P v + ρ/2 Σ max(0, t_i)^2,   t_i = 1 - z_i.v + α_i/ρ;     α_i <- a_i = ρ max(0, t_i)
//
// by Newton's method: (P + ρ Z_A'Z_A) dv = -φ', A the rows with t_i > 0, by conjugate gradients. At the minimum of φ
// Z'a = P v. On the way v over its least margin is feasible, and so is every multiple of a. Hestenes 1969; Powell 1969;
// Rockafellar 1976; Li, Sun, Toh 2018 for the steps.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "linalg/conjugate_gradients.hpp"
#include "simd/ops.hpp"
#include "solver/linear/line_search.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class HardMultipliers {
 public:
  HardMultipliers(const Design& z, SolverRun& run) : z_(z), run_(run) {
    for (auto* v : {&v_, &g_, &q_, &M_, &best_v_}) v->resize(z.dims());
    for (auto* v : {&m_, &dm_, &alpha_, &a_, &t_, &best_a_, &weight_}) v->resize(z.n());
    for (std::size_t i = 0; i < z.n(); ++i) longest_ = std::max(longest_, z.squared_norm(i));
    double squares = 0;
    for (std::size_t i = 0; i < z.n(); ++i) squares += z.squared_norm(i);
    rho_ = first_weight * static_cast<double>(z.n()) / std::max(squares, std::numeric_limits<double>::min());
  }

  void run() {
    for (int round = 0; round < most_rounds && !run_.status; ++round) {
      if (minimised()) return;
      alpha_ = a_;
      rho_ *= growth;
    }
    prove();
  }

 private:
  static constexpr int most_rounds = 100;
  static constexpr int most_steps = 50;
  static constexpr std::size_t most_products = 400;
  static constexpr double first_weight = 4;  // ρ times the mean square of a row
  static constexpr double growth = 1.5;      // of ρ: on imdb 470 products with H in all; 2 takes 1300, 1.2 takes 590
  static constexpr double settled = 0.1;     // of |φ'|, in a round
  static constexpr double forcing = 0.3;     // rest of a Newton system
  static constexpr double nearly_feasible = 0.9;
  static constexpr int projections = 10;
  static constexpr double vanished = 1e-12;  // |Z'a| beside Σ a_i |z_i|

  /// Newton's method on φ. True when the answer is proven or there is none.
  bool minimised() {
    double first = 0;
    for (int step = 0; step < most_steps; ++step) {
      find_gradient();
      if (run_.near(primal_, primal_ - dual_) && prove()) return true;
      if (unbounded()) return true;
      if (run_.stop(primal_, primal_ - dual_)) return false;
      const double size = std::sqrt(squared_norm(g_.data(), g_.size()));
      if (step == 0) first = size;
      if (size <= settled * first || !move()) return false;
    }
    return false;
  }

  /// φ' = P v - Z'a; keeps the best feasible points that v and a show.
  void find_gradient() {
    z_.margins(v_, m_);
    for (std::size_t i = 0; i < z_.n(); ++i) {
      t_[i] = 1 - m_[i] + alpha_[i] / rho_;
      a_[i] = rho_ * std::max(0.0, t_[i]);
    }
    z_.combine(a_, q_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = z_.penalty(j).l2 * v_[j] - q_[j];
    keep_multiple();
    keep_if_best(v_, m_);
    if (*std::min_element(m_.begin(), m_.end()) > nearly_feasible) keep_projected();
  }

  /// The multiple of a with the greatest dual: max over s of s Σ a - s^2 |Z'a|^2 / 2.
  void keep_multiple() {
    std::vector<double> a(a_);
    if (z_.free_bias()) {
      for (std::size_t i = 0; i < a.size(); ++i) weight_[i] = -a[i];  // rows that pull take up what is missing
      balance(z_, weight_, a);
      z_.combine(a, q_);
    }
    pulls_ = std::accumulate(a.begin(), a.end(), 0.0);
    square_ = 0;
    for (std::size_t j = 0; j < q_.size(); ++j) square_ += z_.penalty(j).l2 * q_[j] * q_[j];
    if (!(square_ > 0 && pulls_ * pulls_ / (2 * square_) > dual_)) return;
    dual_ = pulls_ * pulls_ / (2 * square_);
    for (std::size_t i = 0; i < a.size(); ++i) best_a_[i] = a[i] * pulls_ / square_;
  }

  /// v over its least margin, where that is above 0.
  void keep_if_best(const std::vector<double>& v, const std::vector<double>& m) {
    const double least = *std::min_element(m.begin(), m.end());
    if (!(least > 0) || penalty_sum(z_, v) / (least * least) >= primal_) return;
    primal_ = penalty_sum(z_, v) / (least * least);
    for (std::size_t j = 0; j < v.size(); ++j) best_v_[j] = v[j] / least;
  }

  /// Some passes towards the point with m >= 1 nearest to v, a row at a time (Hildreth 1957): the last digits of the
  /// least margin, for which φ would need a large ρ.
  void keep_projected() {
    std::vector<double> x(v_);
    std::vector<double> m(m_);
    std::vector<double> b(z_.n());
    const double least = *std::min_element(m.begin(), m.end());
    for (int pass = 0; pass < projections && !run_.halted(); ++pass) {
      for (std::size_t i = 0; i < z_.n(); ++i) {
        if (m_[i] > 2 - least) continue;  // far from the margin
        const double q = z_.squared_norm(i);
        const double step = q > 0 ? std::max((1 - z_.margin(i, x)) / q, -b[i]) : 0;
        if (step == 0) continue;
        b[i] += step;
        z_.add_row(i, step, x);
      }
    }
    z_.margins(x, m);
    keep_if_best(x, m);
  }

  bool prove() {
    if (!std::isfinite(primal_)) return false;
    std::vector<double> a(best_a_);
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < price.size(); ++i) price[i] = -a[i];  // rows that pull take up the rounding
    if (z_.free_bias()) balance(z_, price, a);
    return run_.proven(best_v_, a);
  }

  /// Do the multipliers grow while they cancel? Then no hyperplane separates.
  bool unbounded() {
    if (!(std::sqrt(square_) <= vanished * pulls_ * std::sqrt(longest_)) || pulls_ <= 0) return false;
    run_.status = Status::not_separable;
    return true;
  }

  /// A Newton step, as far along it as the slope comes down. False when nothing moves.
  bool move() {
    for (std::size_t i = 0; i < z_.n(); ++i) weight_[i] = t_[i] > 0 ? rho_ : 0;
    z_.gram_diagonal(weight_, M_);
    for (std::size_t j = 0; j < M_.size(); ++j)
      M_[j] = std::max(M_[j] + z_.penalty(j).l2, std::numeric_limits<double>::min());
    const ProductsAlone hessian([&](const auto& p, auto& Hp) {
      z_.margins(p, dm_);
      for (std::size_t i = 0; i < dm_.size(); ++i) dm_[i] *= weight_[i];
      z_.combine(dm_, Hp);
      for (std::size_t j = 0; j < Hp.size(); ++j) Hp[j] += z_.penalty(j).l2 * p[j];
      return !run_.halted();
    });
    conjugate_gradients(opposite(g_), ByDiagonal{M_}, {most_products, forcing * forcing}, dv_, hessian);
    z_.margins(dv_, dm_);
    const auto losses = [&](double s, double& sum) {  // of φ'(v + s dv).dv
      for (std::size_t i = 0; i < z_.n(); ++i) sum -= rho_ * std::max(0.0, t_[i] - s * dm_[i]) * dm_[i];
    };
    const double step = line_search(z_, v_, dv_, losses, most_line_trials, middle);
    axpy(step, dv_.data(), dv_.size(), v_.data());
    return step > 0 && !run_.status;
  }

  const Design& z_;
  SolverRun& run_;
  double rho_ = 1;
  double longest_ = 0;  // max |z_i|^2
  double pulls_ = 0;    // Σ a
  double square_ = 0;   // |Z'a|^2
  double primal_ = std::numeric_limits<double>::infinity();
  double dual_ = 0;
  std::vector<double> v_, g_, q_, M_, dv_, best_v_;               // d
  std::vector<double> m_, dm_, alpha_, a_, t_, best_a_, weight_;  // n
};

}  // namespace

void solve_hard_multipliers(const Design& z, SolverRun& run) {
  run.begin("multipliers");
  HardMultipliers(z, run).run();
}

}  // namespace halfspace
