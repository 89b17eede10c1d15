// Dual coordinate descent with shrinking:
//
//   min over α   1/2 |Σ α_i z_i|^2 + Σ C_i loss*(-α_i / C_i)     0 <= α_i <= C_i (-least slope)
//   one row: α_i <- dual_step(α_i, m_i, q_i, C_i), w += (Δα) y_i x_i,   m_i = y_i s_i, q_i = |z_i|^2
//
// Hsieh et al. 2008, algorithms 1 and 3; for the logistic loss Yu, Huang, Lin 2011, algorithm 5. Rows at a bound whose
// gradient points outwards by more than in the last pass leave, and come back when a look at the gap finds them wrong.
// The bias goes its own way: dual_bias.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "base/elementary.hpp"
#include "base/rng.hpp"
#include "simd/prefetch.hpp"
#include "solver/linear/active_set.hpp"
#include "solver/linear/best_bias.hpp"
#include "solver/linear/dual/block_order.hpp"
#include "solver/linear/dual/dual_bias.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {

/// When a run gives up: after all its passes, or as soon as its gap is not about to be met within them.
enum class Patience { all_passes, while_it_pays };

template <class M, HasDualStep L>
class DualCd {
 public:
  DualCd(const M& x, const Design& z, std::uint64_t seed, SolverRun& run)
      : z_(z),
        run_(run),
        rng_(seed, Stream::order),
        visits_(visits(x, z)),
        bias_(z, mean_square(visits_)),
        w_(z.features()),
        alpha_(z.n()),
        m_(z.n()),
        out_(z.n()),
        hard_(std::isinf(z.cost()[0])),
        rows_fit_(z.stored() * (sizeof(typename M::Value) + sizeof(std::uint32_t)) <= cache) {
    for (Visit& v : visits_) v.q = std::max(v.q + bias_.pull(), 1e-300);
  }

  /// At most `most` passes; true when the answer is proven or the run was ended. An answer that is not proven is
  /// the best point looked at, w = 0 the first of them.
  bool run(std::uint64_t most, Patience patience) {
    bool proven = false;
    if (!run_.completes([&] { proven = passes(most, patience); })) prove_best();
    return proven || run_.status.has_value();
  }

 private:
  static constexpr double tight = 1e-6;  // a tolerance above this is met without faces
  static constexpr std::size_t small_d = 600;
  static constexpr double hope = 2;  // a pass sees each gap before it is made smaller
  static constexpr std::size_t cache = std::size_t{24} << 20U;
  static constexpr std::uint64_t first_passes = 100;  // of a capped run: each is looked at, none is worse than before
  static constexpr std::size_t ahead = 2;             // rows asked for before they are visited

  bool passes(std::uint64_t most, Patience patience) {
    bool proven = weighed();
    bool fresh = true;
    for (std::uint64_t pass = 1; pass <= most && !proven && !run_.status; ++pass) {
      order();
      const double moved = this->pass();
      bias_.end_pass();
      fresh = worth_a_look(pass, moved);
      if (fresh) proven = looked();
      if (!proven && run_.stop(primal_, gap_)) break;
      if (!proven && fresh && patience == Patience::while_it_pays && hopeless(pass, most)) break;
    }
    if (!proven && !fresh) proven = looked();
    if (!proven) prove_best();
    return proven;
  }

  void prove_best() {
    if (!(run_.answer.proof.primal < best_primal_))
      run_.answer.v.clear();  // what was proven by less than the present α
    prove();
  }

  /// What a step needs of row i, on one cache line where rows are sparse.
  struct Visit {
    decltype(std::declval<const M&>().row(0)) row;
    double y;
    double C;
    double q;
  };

  static std::vector<Visit> visits(const M& x, const Design& z) {
    std::vector<Visit> out;
    out.reserve(z.n());
    for (std::size_t i = 0; i < z.n(); ++i) {
      const auto row = x.row(z.row(i));
      out.push_back({row, z.sign(i), z.cost()[i], squared_norm(row)});
    }
    return out;
  }

  static double mean_square(const std::vector<Visit>& visits) {
    double sum = 0;
    for (const Visit& v : visits) sum += v.q;
    return sum / static_cast<double>(visits.size());
  }

  void order() {
    active_.clear();
    for (std::size_t i = 0; i < z_.n(); ++i) {
      if (out_[i] == 0) active_.push_back(static_cast<std::uint32_t>(i));
    }
    rows_fit_ ? shuffle(std::span(active_), rng_) : shuffle_in_blocks(active_, rng_);
  }

  /// One visit of each active row; the largest violation seen. seen_gap_: Σ of the rows' shares of the gap.
  double pass() {
    double most = 0;
    z_.stop_token().count(2 * z_.stored());
    const double bar = shrink_above_;
    seen_gap_ = 0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      if (k + ahead < active_.size()) prefetch(visits_[active_[k + ahead]].row.value);
      const std::size_t i = active_[k];
      const Visit& v = visits_[i];
      const double m = v.y * (dot(v.row, w_.data()) + bias_.value());
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
      bias_.add(step * v.y);
    }
    if (hard_) seen_gap_ = std::numeric_limits<double>::infinity();
    shrink_above_ = most > 0 ? most : std::numeric_limits<double>::infinity();
    return most;
  }

  /// A row's share of P - D, at least 0 (Fenchel and Young).
  static double share(double a, double m, double C) { return C * (L::value(m) + L::conjugate(-a / C)) + a * m; }

  bool worth_a_look(std::uint64_t pass, double moved) {
    const bool settled = moved <= settled_below_;
    const bool hopeful = seen_gap_ <= hope * run_.tol() * primal_;
    if (settled) settled_below_ = moved / 4;
    const bool wanted = settled || hopeful || pass >= next_look_ || (run_.capped() && pass <= first_passes);
    if (wanted) next_look_ = pass + 4 + pass / 4;
    return wanted;
  }

  /// Is the present point, or the active set it shows, within the tolerance?
  bool looked() {
    for (std::size_t i = 0; i < z_.n(); ++i) m_[i] = dot(visits_[i].row, w_.data());  // s_i = w.x_i
    return weighed();
  }

  /// The same of the scores m_ holds, which become margins. Rows that left and violate their condition come back.
  bool weighed() {
    b_ = z_.bias() ? best_bias(z_, m_) : 0;
    for (std::size_t i = 0; i < z_.n(); ++i) m_[i] = visits_[i].y * (m_[i] + b_);
    hard_ ? weigh_hard() : weigh_soft();
    if (primal_ < best_primal_) {
      best_primal_ = primal_;
      best_ = point();
    } else if (std::isfinite(best_primal_)) {  // beside the present α
      gap_ -= primal_ - best_primal_;
      primal_ = best_primal_;
    }
    if (std::isfinite(primal_) && run_.near(primal_, gap_) && prove()) return true;
    const bool few = is_hinge && z_.dims() <= small_d && (hard_ || run_.tol() <= tight);
    return few && std::isfinite(primal_) && gap_ <= 0.1 * primal_ && finished();
  }

  /// Would the gap, falling as it did since the look before the last one, be above the tolerance after `most` passes?
  bool hopeless(std::uint64_t pass, std::uint64_t most) {
    const double left = gap_ / (run_.tol() * primal_);  // a factor still to be lost
    const double fell = left_before_ / left;
    const auto passes = static_cast<double>(pass - look_before_);
    left_before_ = left;
    look_before_ = pass;
    if (!std::isfinite(fell)) return false;
    if (!(fell > 1)) return true;
    return static_cast<double>(pass) + passes * elementary::log(left) / elementary::log(fell) >
           static_cast<double>(most);
  }

  void weigh_soft() {
    primal_ = half_square(b_);
    gap_ = bias_.omega() * (b_ - bias_.sum()) * (b_ - bias_.sum()) / 2;
    for (std::size_t i = 0; i < z_.n(); ++i) {
      const double C = visits_[i].C;
      const double part = share(alpha_[i], m_[i], C);
      primal_ += C * L::value(m_[i]);
      gap_ += part;
      const double passing = m_[i] + visits_[i].y * (bias_.value() - b_);  // the margin the passes see
      if (part > 0 || share(alpha_[i], passing, C) > 0) out_[i] = 0;
    }
  }

  /// Hard margin: v / (least margin) is feasible, and D = Σ α_i - |w|^2 / 2.
  void weigh_hard() {
    std::fill(out_.begin(), out_.end(), 0);
    shrink_above_ = std::numeric_limits<double>::infinity();
    const double least = *std::min_element(m_.begin(), m_.end());
    const double infinite = std::numeric_limits<double>::infinity();
    primal_ = least > 0 ? half_square(b_) / std::min(1.0, least * least) : infinite;
    gap_ = primal_ - (std::accumulate(alpha_.begin(), alpha_.end(), 0.0) - half_square(bias_.sum()));
  }

  double half_square(double b) const {
    double sum = bias_.omega() * b * b;
    for (const double w : w_) sum += w * w;
    return sum / 2;
  }

  /// w, and the bias after it; for the hard margin what is feasible of it.
  std::vector<double> point() const {
    std::vector<double> v(w_);
    if (z_.bias()) v.push_back(b_);
    const double least = hard_ ? *std::min_element(m_.begin(), m_.end()) : 1;
    if (least > 0 && least < 1) {
      for (double& x : v) x /= least;
    }
    return v;
  }

  /// The best point by the present α.
  bool prove() {
    std::vector<double> a(alpha_);
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < z_.n(); ++i) price[i] = is_hinge ? std::fabs(1 - m_[i]) : -a[i];
    if (z_.free_bias()) balance(z_, price, a);
    return run_.proven(best_.empty() ? point() : best_, a);
  }

  /// The walk over faces of the box ends at the optimum, or leaves a better α.
  bool finished() {
    std::vector<double> v(w_);
    if (z_.bias()) v.push_back(b_);
    const bool inside = walk_faces(z_, v, alpha_);
    start_from_alpha(inside && z_.bias() ? v.back() : bias_.value());
    return inside && run_.proven(v, alpha_);
  }

  /// w = Σ α_i y_i x_i
  void start_from_alpha(double b) {
    std::vector<double> v(z_.dims());
    z_.combine(alpha_, v);
    bias_.start(z_.bias() ? v.back() : 0, b);
    v.resize(z_.features());
    w_ = v;
  }

  static constexpr bool is_hinge = std::is_same_v<L, HingeLoss>;
  const Design& z_;
  SolverRun& run_;
  Rng rng_;
  std::vector<Visit> visits_;
  DualBias bias_;
  std::vector<double> w_;
  double b_ = 0;  // goes best with w, at the last look
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
  double best_primal_ = std::numeric_limits<double>::infinity();
  std::vector<double> best_;  // the point of least primal so far
  std::uint64_t next_look_ = 1;
  std::uint64_t look_before_ = 0;
  double left_before_ = std::numeric_limits<double>::infinity();  // gap over tolerance at that look
};

}  // namespace halfspace
