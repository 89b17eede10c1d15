// The hinge by the proximal method of multipliers, its inner problems by a semismooth Newton's method; small d, any bias
// mode:
//
//   repeat   v <- argmin φ(v; λ, σ) to half the rows' gap     (Newton's method with Cholesky, augmented_state.hpp)
//            λ <- clip(λ + σ C (1 - Z v), 0, C),  σ <- 2 σ
//
// Every step has a dual point and so a gap, and only rows between their bounds enter its d x d system. The last digits
// come from the faces of the box (active_set.hpp). Rockafellar 1976; Li, Sun, Toh 2018; Yan and Li 2020 for the hinge.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/linear/active_set.hpp"
#include "solver/linear/dual/augmented_state.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class AugmentedLagrangian {
 public:
  AugmentedLagrangian(const Design& z, DualStart start, double sigma, SolverRun& run)
      : z_(z), run_(run), state_(z, std::move(start), sigma) {}

  /// True when the answer is proven or the run was ended.
  bool run() {
    bool done = false;
    if (run_.completes([&] { done = descend(); })) return done;
    prove_best();
    return true;
  }

 private:
  static constexpr int most_steps = 300;
  static constexpr int most_idle_steps = 40;  // without half the gap gone
  static constexpr int most_refuted = 5;
  static constexpr double growth = 2;         // of σ
  static constexpr double inner_share = 0.5;  // of the rows' part of the gap: what the inner problem may leave
  static constexpr double loose = 1e-6;       // a tolerance above this is met without the active set

  bool descend() {
    bool moved = false;  // since the multipliers changed
    for (int step = 0; step < most_steps && idle_ < most_idle_steps && refuted_ < most_refuted; ++step) {
      state_.find_dual();
      keep_best();
      if (run_.near(best_f_, gap())) {
        if (answered()) return true;
        forget_dual();
      }
      if (run_.stop(best_f_, gap())) {
        prove_best();
        return true;
      }
      if (moved && inner_solved()) {
        state_.update_multipliers(growth);
        keep_best();
      }
      moved = state_.newton_step(run_.stop_token());
      if (!moved && !inner_solved()) break;
    }
    return answered();
  }

  bool inner_solved() const {
    const double shares = std::max(state_.shares(), 1e-3 * run_.tol() * state_.objective());
    return state_.rest() <= inner_share * shares;
  }

  double gap() const { return best_f_ - best_D_; }

  void keep_best() {
    const double f = state_.objective();
    const double D = f - state_.shares() - state_.rest();
    if (f < best_f_) {
      best_f_ = f;
      best_v_ = state_.v();
    }
    if (D > best_D_) {
      best_D_ = D;
      best_alpha_ = state_.alpha();
    }
    idle_ = gap() <= gap_before_ / 2 ? 0 : idle_ + 1;
    if (idle_ == 0) gap_before_ = gap();
  }

  /// After a proof that failed: balancing a free bias took more than the estimate.
  void forget_dual() {
    best_D_ = -std::numeric_limits<double>::infinity();
    ++refuted_;
  }

  /// The best point; for a tight tolerance the exact optimum on its band too.
  bool answered() {
    const bool enough = prove_best();
    if (run_.tol() > loose) return enough;
    std::vector<double> v(best_v_);
    std::vector<double> alpha(best_alpha_);
    if (z_.free_bias()) balance(z_, distances(), alpha);
    if (!walk_faces(z_, v, alpha)) return enough;
    if (z_.free_bias()) balance(z_, distances(), alpha);
    return run_.proven_as_well(v, alpha) || enough;
  }

  bool prove_best() {
    std::vector<double> alpha(best_alpha_);
    if (z_.free_bias()) balance(z_, distances(), alpha);
    return run_.proven(best_v_, alpha);
  }

  /// |1 - m_i|: rows near the kink move first.
  std::vector<double> distances() const {
    std::vector<double> out(state_.margins());
    for (double& m : out) m = std::fabs(1 - m);
    return out;
  }

  const Design& z_;
  SolverRun& run_;
  AugmentedState state_;
  double best_f_ = std::numeric_limits<double>::infinity();
  double best_D_ = -std::numeric_limits<double>::infinity();
  double gap_before_ = std::numeric_limits<double>::infinity();
  int idle_ = 0;
  int refuted_ = 0;  // proofs of estimates within the tolerance that failed
  std::vector<double> best_v_;
  std::vector<double> best_alpha_;
};

/// As many as a step's factor costs, and three at least, which save as many steps.
std::uint64_t passes_before(const Design& z) {
  constexpr double fewest = 3;
  constexpr double most = 20;
  const auto d = static_cast<double>(z.dims());
  const auto pass = 2 * static_cast<double>(z.stored() + z.n());
  return static_cast<std::uint64_t>(std::min(most, fewest + d * d * d / 6 / pass));
}

}  // namespace

bool solve_augmented_lagrangian(const Design& z, std::uint64_t seed, SolverRun& run) {
  constexpr double first_weight = 1;
  run.begin("augmented-lagrangian");
  DualStart start{run.answer.v, run.answer.alpha};  // of passes before
  if (start.v.empty() && !run.start_alpha.empty()) start = {run.start, run.start_alpha};
  if (start.v.empty() && !run.completes([&] { start = start_from_passes(z, seed, passes_before(z)); })) return true;
  return AugmentedLagrangian(z, std::move(start), first_weight, run).run();
}

}  // namespace halfspace
