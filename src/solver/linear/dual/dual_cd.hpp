// Dual coordinate descent with shrinking:
//
//   min over α   1/2 |Σ α_i z_i|^2 + Σ C_i loss*(-α_i / C_i)     0 <= α_i <= C_i (-least slope)
//
// dual_passes.hpp has the steps, shrinking.hpp the rows they visit, look_schedule.hpp when the gap is looked at; here
// is what a look finds and what is proven. The answer is the best point of all looks, by the α of the last. Rows may be
// rounded ones (compact_rows.hpp): then proofs that their gaps promise may fail, and end the run.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "solver/linear/active_set.hpp"
#include "solver/linear/best_bias.hpp"
#include "solver/linear/dual/compact_rows.hpp"
#include "solver/linear/dual/dual_passes.hpp"
#include "solver/linear/dual/look_schedule.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {

/// When a run gives up: after all its passes, or as soon as its gap is not about to be met within them.
enum class Patience { all_passes, while_it_pays };

template <class M, HasDualStep L>
class DualCd {
 public:
  /// `compact` where x and z are those; the whole problem has so many `dims`.
  DualCd(const M& x, const Design& z, std::uint64_t seed, SolverRun& run, const CompactRows* compact = nullptr,
         std::size_t dims = 0)
      : z_(z),
        run_(run),
        compact_(compact),
        dims_(dims),
        state_(x, z, seed),
        looks_(run.tol(), run.capped()),
        m_(z.n()) {}

  /// The run begins there.
  void start(const std::vector<double>& alpha, double b) {
    state_.alpha() = alpha;
    state_.start_from_alpha(b);
    state_.scores(m_);
  }

  /// At most `most` passes; true when the answer is proven or the run was ended. An answer that is not proven is
  /// the best point looked at, w = 0 the first of them.
  bool run(std::uint64_t most, Patience patience) {
    bool proven = false;
    if (!run_.completes([&] { proven = passes(most, patience); })) prove_best();
    return proven || run_.status.has_value();
  }

  /// Did the rows promise gaps that were not proven?
  bool refuted() const { return refuted_ >= most_refuted; }

  const std::vector<double>& alpha() { return state_.alpha(); }
  double bias() const { return b_; }
  std::uint64_t done() const { return done_; }  // passes

 private:
  static constexpr int most_refuted = 3;
  static constexpr double tight = 1e-6;  // a tolerance above this is met without faces
  static constexpr std::size_t small_d = 600;
  static constexpr bool is_hinge = DualPasses<M, L>::is_hinge;

  bool passes(std::uint64_t most, Patience patience) {
    if (patience == Patience::while_it_pays) looks_.look_often(first_judged(most));
    bool proven = weighed();
    bool fresh = true;
    for (std::uint64_t pass = 1; pass <= most && !proven && !run_.status && !refuted(); ++pass) {
      done_ = pass;
      const double moved = state_.pass();
      fresh = looks_.worth_a_look(pass, moved, state_.seen_gap(), primal_);
      if (fresh) proven = looked();
      if (!proven && run_.stop(primal_, gap_)) break;
      const bool pays = patience == Patience::all_passes || !fresh || proven;
      if (!pays && looks_.hopeless(pass, most, primal_, gap_)) break;
    }
    if (!proven && !fresh) proven = looked();
    if (!proven) prove_best();
    return proven;
  }

  /// The first passes say little of those to come; of many entries few are afforded.
  std::uint64_t first_judged(std::uint64_t most) const {
    constexpr double work = 4e9;  // entries
    constexpr double few = 4;
    const double share = static_cast<double>(most) / 8;
    return static_cast<std::uint64_t>(
        std::clamp(work / static_cast<double>(z_.stored() + 1), few, std::max(share, few)));
  }

  void prove_best() {
    if (!(run_.answer.proof.primal < best_primal_))
      run_.answer.v.clear();  // what was proven by less than the present α
    prove();
  }

  /// Is the present point, or the active set it shows, within the tolerance?
  bool looked() {
    state_.scores(m_);
    return weighed();
  }

  /// The same of the scores m_ holds, which become margins.
  bool weighed() {
    b_ = z_.bias() ? best_bias(z_, m_) : 0;
    state_.margins(b_, m_);
    const PrimalAndGap now = state_.weigh(m_, b_);
    primal_ = now.primal;
    gap_ = now.gap;
    looks_.found(gap_);
    if (primal_ < best_primal_) {
      best_primal_ = primal_;
      best_ = point();
    } else if (std::isfinite(best_primal_)) {  // beside the present α
      gap_ -= primal_ - best_primal_;
      primal_ = best_primal_;
    }
    if (std::isfinite(primal_) && run_.near(primal_, gap_)) {
      if (prove()) return true;
      if (compact_ != nullptr) ++refuted_;
    }
    const bool few = is_hinge && z_.dims() <= small_d && (state_.hard() || run_.tol() <= tight);
    return few && std::isfinite(primal_) && gap_ <= 0.1 * primal_ && finished();
  }

  /// w, and the bias after it; for the hard margin what is feasible of it.
  std::vector<double> point() const {
    std::vector<double> v = weights();
    const double least = state_.hard() ? *std::min_element(m_.begin(), m_.end()) : 1;
    if (least > 0 && least < 1) {
      for (double& x : v) x /= least;
    }
    return v;
  }

  std::vector<double> weights() const {
    std::vector<double> v;
    v.reserve(z_.dims());  // growing would take a second copy, and keep half of it
    v.assign(state_.w().begin(), state_.w().end());
    if (z_.bias()) v.push_back(b_);
    return v;
  }

  /// The best point by the present α.
  bool prove() {
    std::vector<double> a(state_.alpha());
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < z_.n(); ++i) price[i] = is_hinge ? std::fabs(1 - m_[i]) : -a[i];
    if (z_.free_bias()) balance(z_, price, a);
    const std::vector<double> v = best_.empty() ? point() : best_;
    return proven(v, a);
  }

  /// Of the whole problem.
  bool proven(const std::vector<double>& v, const std::vector<double>& alpha) {
    return run_.proven(compact_ != nullptr ? compact_->spread(v, dims_) : v, alpha);
  }

  /// The walk over faces of the box ends at the optimum, or leaves a better α.
  bool finished() {
    std::vector<double> v = weights();
    const bool inside = walk_faces(z_, v, state_.alpha());
    state_.start_from_alpha(inside && z_.bias() ? v.back() : state_.bias());
    if (!inside) return false;
    const double gap_before = run_.answer.proof.gap;
    if (proven(v, state_.alpha())) return true;
    if (run_.answer.proof.gap < gap_before && run_.answer.proof.primal < best_primal_) {  // looked at, too
      best_primal_ = run_.answer.proof.primal;
      best_ = std::move(v);
    }
    return false;
  }

  const Design& z_;
  SolverRun& run_;
  const CompactRows* compact_;
  std::size_t dims_;
  DualPasses<M, L> state_;
  LookSchedule looks_;
  double b_ = 0;           // goes best with w, at the last look
  std::vector<double> m_;  // at the last look
  int refuted_ = 0;
  std::uint64_t done_ = 0;
  double primal_ = 0;
  double gap_ = std::numeric_limits<double>::infinity();
  double best_primal_ = std::numeric_limits<double>::infinity();
  std::vector<double> best_;  // the point of least primal so far
};

}  // namespace halfspace
