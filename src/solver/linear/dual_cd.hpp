// Dual coordinate descent with shrinking:
//
//   min over α   1/2 |Σ α_i z_i|^2 + Σ C_i loss*(-α_i / C_i)     0 <= α_i <= C_i (-least slope)
//   one row: α_i <- dual_step(α_i, m_i, q_i, C_i), w += (Δα) y_i x_i,   m_i = y_i s_i, q_i = |z_i|^2
//
// Hsieh et al. 2008, algorithms 1 and 3; for the logistic loss Yu, Huang, Lin 2011, algorithm 5. Rows at a bound whose
// gradient points outwards by more than in the last pass leave; all rows come back before the gap is looked at.
//
// A free bias asks Σ α_i y_i = 0. Method of multipliers: s_i = w.x_i + κu + b_0 with a penalised feature κ around the
// present b_0, u = κ Σ α_i y_i; after each pass b_0 += κu. Hestenes 1969.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/rng.hpp"
#include "solver/linear/active_set.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {

template <class M, HasDualStep L>
class DualCd {
 public:
  DualCd(const M& x, const Design& z, std::uint64_t seed, Watch& watch)
      : x_(x),
        z_(z),
        watch_(watch),
        rng_(seed, Stream::order),
        w_(z.features()),
        q_(z.n()),
        alpha_(z.n()),
        m_(z.n()),
        hard_(std::isinf(z.cost()[0])) {
    double squares = 0;
    for (std::size_t i = 0; i < z.n(); ++i) squares += squared_norm(x.row(z.row(i)));
    if (z.free_bias()) kappa_ = squares > 0 ? std::sqrt(squares / static_cast<double>(z.n())) : 1;
    if (z.bias() && !z.free_bias()) kappa_ = 1;
    for (std::size_t i = 0; i < z.n(); ++i) q_[i] = std::max(squared_norm(x.row(z.row(i))) + kappa_ * kappa_, 1e-300);
    active_.resize(z.n());
    bring_back();
  }

  void run() {
    std::uint64_t next_look = 1;
    for (std::uint64_t pass = 1; pass <= most_passes; ++pass) {
      shuffle(std::span(active_), rng_);
      const double moved = this->pass();
      if (z_.free_bias()) b0_ += kappa_ * u_;
      const bool settled = moved <= settled_below_;
      if (pass < next_look && !settled) {
        if (watch_.stop(primal_, gap_)) break;
        continue;
      }
      next_look = pass + 1 + pass / 8;
      settled_below_ = settled ? moved / 4 : settled_below_;
      bring_back();
      if (looked() || watch_.stop(primal_, gap_)) break;
    }
    if (watch_.v.empty()) prove(alpha_);
  }

 private:
  static constexpr std::uint64_t most_passes = 100000;
  static constexpr double tight = 1e-6;  // a tolerance above this is met without faces
  static constexpr std::size_t small_d = 600;
  static constexpr int most_face_steps = 20;

  double score(std::size_t i) const { return dot(x_.row(z_.row(i)), w_.data()) + kappa_ * u_ + b0_; }

  /// One visit of each active row; the largest violation seen.
  double pass() {
    double most = 0;
    const double bar = shrink_above_;
    for (std::size_t k = 0; k < active_.size();) {
      const std::size_t i = active_[k];
      const double y = z_.sign(i);
      const double m = y * score(i);
      const double C = z_.cost()[i];
      const double a = alpha_[i];
      if ((a == 0 && m - 1 > bar) || (a == -C * L::least_slope && 1 - m > bar && is_hinge)) {
        active_[k] = active_.back();
        active_.pop_back();
        continue;
      }
      ++k;
      const double next = L::dual_step(a, m, q_[i], C);
      const double step = next - a;
      most = std::max(most, std::fabs(step) * q_[i]);
      if (step == 0) continue;
      alpha_[i] = next;
      axpy(step * y, x_.row(z_.row(i)), w_.data());  // w += Δα y x
      u_ += step * y * kappa_;
    }
    shrink_above_ = most > 0 ? most : std::numeric_limits<double>::infinity();
    return most;
  }

  void bring_back() {
    active_.resize(z_.n());
    std::iota(active_.begin(), active_.end(), std::size_t{0});
    shrink_above_ = std::numeric_limits<double>::infinity();
  }

  /// Is the present point, or the active set it shows, within the tolerance?
  bool looked() {
    primal_ = 0;
    gap_ = 0;
    for (const double w : w_) primal_ += w * w / 2;
    if (z_.bias() && !z_.free_bias()) primal_ += u_ * u_ / 2;
    for (std::size_t i = 0; i < z_.n(); ++i) m_[i] = z_.sign(i) * score(i);
    if (hard_) return looked_hard();
    for (std::size_t i = 0; i < z_.n(); ++i) {
      const double C = z_.cost()[i];
      const double loss = C * L::value(m_[i]);
      primal_ += loss;
      gap_ += loss + C * L::conjugate(-alpha_[i] / C) + alpha_[i] * m_[i];
    }
    if (watch_.near(primal_, gap_) && prove(alpha_)) return true;
    return is_hinge && z_.dims() <= small_d && watch_.tol() <= tight && gap_ <= 0.1 * primal_ && finished();
  }

  /// Hard margin: v / (least margin) is feasible, and D = Σ α_i - |w|^2 / 2.
  bool looked_hard() {
    const double half = primal_;
    const double least = *std::min_element(m_.begin(), m_.end());
    primal_ = least > 0 ? half / std::min(1.0, least * least) : std::numeric_limits<double>::infinity();
    gap_ = primal_ - (std::accumulate(alpha_.begin(), alpha_.end(), 0.0) - half);
    if (std::isfinite(primal_) && watch_.near(primal_, gap_) && prove(alpha_)) return true;
    return z_.dims() <= small_d && gap_ <= 0.1 * primal_ && finished();
  }

  bool prove(const std::vector<double>& alpha) {
    std::vector<double> a(alpha);
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < z_.n(); ++i) price[i] = is_hinge ? std::fabs(1 - m_[i]) : -a[i];
    if (z_.free_bias()) balance(z_, price, a);
    std::vector<double> v = point();
    const double least = hard_ ? *std::min_element(m_.begin(), m_.end()) : 1;
    if (least > 0 && least < 1) {
      for (double& x : v) x /= least;
    }
    return watch_.proven(v, a);
  }

  /// From α towards the exact solution on the rows with 0 < α_i < C_i; a row that comes to its bound on the way stays
  /// there. Each step lowers the dual objective, and the last one is exact on its face.
  bool finished() {
    std::vector<BoxPlace> place(z_.n());
    for (std::size_t i = 0; i < z_.n(); ++i) place[i] = place_of(alpha_[i], z_.cost()[i]);
    std::vector<double> v = point();
    bool inside = false;
    for (int step = 0; step < most_face_steps && !inside; ++step) {
      std::vector<double> target(alpha_);
      if (!solve_face(z_, place, v, target)) break;
      double share = 1;
      for (std::size_t i = 0; i < z_.n(); ++i) share = std::min(share, room(alpha_[i], target[i], z_.cost()[i]));
      inside = share == 1;
      for (std::size_t i = 0; i < z_.n(); ++i) {
        if (place[i] != BoxPlace::free) continue;
        const bool stays = !inside && room(alpha_[i], target[i], z_.cost()[i]) <= share;
        alpha_[i] = stays ? (target[i] > alpha_[i] ? z_.cost()[i] : 0.0) : alpha_[i] + share * (target[i] - alpha_[i]);
        if (stays) place[i] = place_of(alpha_[i], z_.cost()[i]);
      }
    }
    start_from_alpha(inside && z_.bias() ? v.back() : kappa_ * u_ + b0_);
    return inside && watch_.near(primal_, 0) && watch_.proven(v, alpha_);
  }

  static BoxPlace place_of(double a, double C) {
    return a == 0 ? BoxPlace::zero : a == C ? BoxPlace::bound : BoxPlace::free;
  }

  /// The share of the way from a to `target` that stays in [0, C].
  static double room(double a, double target, double C) {
    return target < 0 ? a / (a - target) : target > C ? (C - a) / (target - a) : 1;
  }

  /// w = Σ α_i y_i x_i; the centre of a free bias moves so that the bias is b.
  void start_from_alpha(double b) {
    std::vector<double> v(z_.dims());
    z_.combine(alpha_, v);
    u_ = z_.bias() ? kappa_ * v.back() : 0;
    v.resize(z_.features());
    w_ = v;
    if (z_.free_bias()) b0_ = b - kappa_ * u_;
  }

  std::vector<double> point() const {
    std::vector<double> v(w_);
    if (z_.bias()) v.push_back(kappa_ * u_ + b0_);
    return v;
  }

  static constexpr bool is_hinge = std::is_same_v<L, HingeLoss>;
  const M& x_;
  const Design& z_;
  Watch& watch_;
  Rng rng_;
  std::vector<double> w_;
  double u_ = 0;
  double kappa_ = 0;
  double b0_ = 0;
  std::vector<double> q_, alpha_, m_;
  bool hard_;  // C infinite
  std::vector<std::size_t> active_;
  double shrink_above_ = 0;
  double settled_below_ = 0.1;
  double primal_ = 0;
  double gap_ = std::numeric_limits<double>::infinity();
};

}  // namespace halfspace
