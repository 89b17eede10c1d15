// Dual coordinate descent with shrinking:
//
//   min over α   1/2 |Σ α_i z_i|^2 + Σ C_i loss*(-α_i / C_i)     0 <= α_i <= C_i (-least slope)
//   one row: α_i <- dual_step(α_i, m_i, q_i, C_i), w += (Δα) y_i x_i,   m_i = y_i s_i, q_i = |z_i|^2
//
// Hsieh et al. 2008, algorithms 1 and 3; for the logistic loss Yu, Huang, Lin 2011, algorithm 5. Rows at a bound whose
// gradient points outwards by more than in the last pass leave, and come back when a look at the gap finds them wrong.
//
// A free bias asks Σ α_i y_i = 0. Method of multipliers: s_i = w.x_i + κu + b_0 with a penalised feature κ around the
// present b_0, u = κ Σ α_i y_i; after each pass b_0 += κu. Hestenes 1969.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "simd/prefetch.hpp"
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
        alpha_(z.n()),
        m_(z.n()),
        out_(z.n()),
        hard_(std::isinf(z.cost()[0])),
        rows_fit_(z.stored() * (sizeof(typename M::Value) + sizeof(std::uint32_t)) <= cache) {
    double squares = 0;
    visits_.reserve(z.n());
    for (std::size_t i = 0; i < z.n(); ++i) {
      const auto row = x.row(z.row(i));
      visits_.push_back({row, z.sign(i), z.cost()[i], squared_norm(row)});
      squares += visits_.back().q;
    }
    if (z.free_bias()) kappa_ = squares > 0 ? std::sqrt(squares / static_cast<double>(z.n())) : 1;
    if (z.bias() && !z.free_bias()) kappa_ = 1;
    for (Visit& v : visits_) v.q = std::max(v.q + kappa_ * kappa_, 1e-300);
  }

  /// At most `most` passes; true when the answer is proven or the watch ended the run.
  bool run(std::uint64_t most) {
    std::uint64_t next_look = 1;
    bool over = false;
    for (std::uint64_t pass = 1; pass <= most && !over; ++pass) {
      order();
      const double moved = this->pass();
      if (z_.free_bias()) b0_ += kappa_ * u_;
      const bool settled = moved <= settled_below_;
      const bool hopeful = seen_gap_ <= hope * watch_.tol() * primal_;
      if (settled) settled_below_ = moved / 4;
      if (settled || hopeful || pass >= next_look || pass == most) {
        next_look = pass + 4 + pass / 4;
        over = looked();
      }
      over = over || watch_.stop(primal_, gap_);
    }
    if (watch_.v.empty()) prove(alpha_);
    return over;
  }

  /// w, and the bias after it.
  std::vector<double> point() const {
    std::vector<double> v(w_);
    if (z_.bias()) v.push_back(kappa_ * u_ + b0_);
    return v;
  }

 private:
  static constexpr double tight = 1e-6;  // a tolerance above this is met without faces
  static constexpr std::size_t small_d = 600;
  static constexpr int most_face_steps = 20;
  static constexpr double hope = 2;  // a pass sees each gap before it is made smaller
  static constexpr std::size_t cache = std::size_t{24} << 20U;
  static constexpr std::size_t block = 128;
  static constexpr std::size_t ahead = 2;  // rows asked for before they are visited

  /// What a step needs of row i, on one cache line where rows are sparse.
  struct Visit {
    decltype(std::declval<const M&>().row(0)) row;
    double y;
    double C;
    double q;
  };

  double score(const Visit& v) const { return dot(v.row, w_.data()) + kappa_ * u_ + b0_; }

  /// The active rows in random order; rows beyond the cache in random blocks of neighbours, each pass other blocks:
  /// scattered reads of memory cost up to ten times more.
  void order() {
    active_.clear();
    for (std::size_t i = 0; i < z_.n(); ++i) {
      if (out_[i] == 0) active_.push_back(static_cast<std::uint32_t>(i));
    }
    if (rows_fit_) return shuffle(std::span(active_), rng_);
    const std::size_t first = rng_.bounded(block);  // of the second block
    const std::size_t blocks = 1 + (active_.size() + block - 1 - first) / block;
    std::vector<std::uint32_t> turn(blocks);
    std::iota(turn.begin(), turn.end(), 0U);
    shuffle(std::span(turn), rng_);
    std::vector<std::uint32_t> ordered;
    ordered.reserve(active_.size());
    for (const std::size_t t : turn) {
      const std::size_t from = t == 0 ? 0 : first + (t - 1) * block;
      const std::size_t to = std::min(active_.size(), first + t * block);
      if (from >= to) continue;
      const auto rows = std::span(active_).subspan(from, to - from);
      shuffle(rows, rng_);
      ordered.insert(ordered.end(), rows.begin(), rows.end());
    }
    active_ = std::move(ordered);
  }

  /// One visit of each active row; the largest violation seen. seen_gap_: Σ of the rows' shares of the gap.
  double pass() {
    double most = 0;
    const double bar = shrink_above_;
    seen_gap_ = 0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      if (k + ahead < active_.size()) prefetch(visits_[active_[k + ahead]].row.value);
      const std::size_t i = active_[k];
      const Visit& v = visits_[i];
      const double m = v.y * score(v);
      const double a = alpha_[i];
      if ((a == 0 && m - 1 > bar) || (is_hinge && a == v.C && 1 - m > bar)) {
        out_[i] = 1;
        continue;
      }
      if (!hard_) seen_gap_ += share(a, m, v.C);
      const double next = L::dual_step(a, m, v.q, v.C);
      const double step = next - a;
      most = std::max(most, std::fabs(step) * v.q);
      if (step == 0) continue;
      alpha_[i] = next;
      axpy(step * v.y, v.row, w_.data());  // w += Δα y x
      u_ += step * v.y * kappa_;
    }
    if (hard_) seen_gap_ = std::numeric_limits<double>::infinity();
    shrink_above_ = most > 0 ? most : std::numeric_limits<double>::infinity();
    return most;
  }

  /// A row's share of P - D, at least 0 (Fenchel and Young).
  static double share(double a, double m, double C) { return C * (L::value(m) + L::conjugate(-a / C)) + a * m; }

  /// Is the present point, or the active set it shows, within the tolerance? Rows that left and violate their
  /// condition come back.
  bool looked() {
    primal_ = 0;
    gap_ = 0;
    for (const double w : w_) primal_ += w * w / 2;
    if (z_.bias() && !z_.free_bias()) primal_ += u_ * u_ / 2;
    for (std::size_t i = 0; i < z_.n(); ++i) m_[i] = visits_[i].y * score(visits_[i]);
    if (hard_) return looked_hard();
    for (std::size_t i = 0; i < z_.n(); ++i) {
      const double C = visits_[i].C;
      const double part = share(alpha_[i], m_[i], C);
      primal_ += C * L::value(m_[i]);
      gap_ += part;
      if (part > 0) out_[i] = 0;
    }
    if (watch_.near(primal_, gap_) && prove(alpha_)) return true;
    return is_hinge && z_.dims() <= small_d && watch_.tol() <= tight && gap_ <= 0.1 * primal_ && finished();
  }

  /// Hard margin: v / (least margin) is feasible, and D = Σ α_i - |w|^2 / 2.
  bool looked_hard() {
    std::fill(out_.begin(), out_.end(), 0);
    shrink_above_ = std::numeric_limits<double>::infinity();
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

  static constexpr bool is_hinge = std::is_same_v<L, HingeLoss>;
  const M& x_;
  const Design& z_;
  Watch& watch_;
  Rng rng_;
  std::vector<double> w_;
  double u_ = 0;
  double kappa_ = 0;
  double b0_ = 0;
  std::vector<Visit> visits_;
  std::vector<double> alpha_, m_;
  std::vector<char> out_;  // left by shrinking
  bool hard_;              // C infinite
  bool rows_fit_;          // in the cache
  std::vector<std::uint32_t> active_;
  double shrink_above_ = std::numeric_limits<double>::infinity();
  double settled_below_ = 0.1;
  double primal_ = 0;
  double seen_gap_ = 0;
  double gap_ = std::numeric_limits<double>::infinity();
};

}  // namespace halfspace
