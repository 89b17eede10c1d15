// Logistic regression with Firth's penalty, small dense data: finite on separable data too.
//
//   min over v   f(v) = Σ C_i loss(m_i) - 1/2 log det I(v)    I = Z' W Z, W_i = C_i p_i (1 - p_i)   (Jeffreys' prior)
//   score  U = -f' = Σ (C_i (t_i - p_i) + h_i (1/2 - p_i)) x̄_i,   h_i = W_i x̄_i' I^-1 x̄_i
//
// Z = Q R first, and v = R^-1 u: u has the same optimum for all units and however near columns are to being combinations
// of others. Then W^(1/2) Q = Q_W R_W at each u, so h_i = |row i of Q_W|^2 and I = R_W' R_W. Steps are I^-1 U far away,
// halved until f does not rise, and then corrected by the curvature that steps have seen: I lacks that of the penalty, as
// much again where the model is saturated, and steps along I^-1 U alone go to and fro there. Their length is such that the
// slope of f along them is halved at least. On separable data f may have several minima; this is one, from v = 0: where
// steps end at a saddle point, as on symmetric data, they go on from either side of it.
//
// Firth 1993, Biometrika 80; Heinze and Schemper 2002. Signed rows change nothing: x̄_i = y_i z_i.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "simd/ops.hpp"
#include "solver/linear/primal/curvature_pairs.hpp"
#include "solver/linear/primal/firth_likelihood.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double product(const std::vector<double>& a, const std::vector<double>& b) { return dot(a.data(), a.size(), b.data()); }

class Firth {
 public:
  Firth(const Design& z, SolverRun& run) : z_(z), run_(run) {}

  void run() {
    run_.completes([&] { descend(); });
    if (!here_.root) {  // ended before it began
      run_.settle(std::vector<double>(z_.dims()), infinity, infinity);
      run_.answer.settled = false;
      return;
    }
    run_.settle(likelihood_->weights(here_.u), here_.f, here_.gain);
    run_.answer.settled = here_.gain <= run_.tol() * here_.loss;
    run_.answer.note = end();
  }

 private:
  static constexpr int most_steps = 1000;
  static constexpr double far_away = 0.1;  // by log likelihoods: plain steps, which seldom end in a lesser maximum
  static constexpr int most_far_steps = 25;
  static constexpr int most_slow_steps = 3;     // that halve no gain
  static constexpr double margin = 1e-4;        // of the steps left, each a share of the one before
  static constexpr double near_enough = 1e-10;  // objectives differ by their rounding: the slope judges steps
  static constexpr double noise = 1e-14;

  void descend() {
    likelihood_.emplace(z_, run_.stop_token());
    here_ = likelihood_->at(std::vector<double>(likelihood_->rank()));
    int slow = 0;
    double before = infinity;
    for (int step = 0; step < most_steps && std::isfinite(here_.f); ++step) {
      const bool level = 2 * here_.gain <= rest_square * margin;
      if ((level && !left_a_saddle()) || run_.stop(here_.f, here_.gain)) return;
      if (level) before = infinity;
      slow = here_.gain > before / 2 ? slow + 1 : 0;
      before = here_.gain;
      const bool far = here_.gain > far_away && step < most_far_steps && slow < most_slow_steps;
      if (!(far ? climbed() : moved(corrected()))) return;
    }
  }

  /// I^-1 U, corrected by the curvature seen.
  std::vector<double> corrected() {
    std::vector<double> d = pairs_.direction(here_.g, [&](const auto& v) { return here_.root->solve(v); });
    if (product(here_.g, d) < 0) return d;
    pairs_.clear();
    return here_.step;
  }

  /// Symmetric data leads to a place that is level, and lowest among those as symmetric, but not lowest: on from there,
  /// to whichever side is lower, or as low the first.
  bool left_a_saddle() {
    constexpr int most_halvings = 20;
    const std::vector<double> s = likelihood_->downward(here_);
    if (s.empty()) return false;
    for (int k = 0; k < most_halvings; ++k) {
      FirthPlace ahead = at(std::ldexp(1.0, -k), s);
      FirthPlace behind = at(-std::ldexp(1.0, -k), s);
      FirthPlace& there = rises_from(ahead, behind) ? ahead : behind;
      if (!rises_from(there, here_)) continue;
      pairs_.clear();
      here_ = std::move(there);
      ++saddles_;
      return true;
    }
    return false;
  }

  /// Is f at `from` larger, and not by rounding?
  static bool rises_from(const FirthPlace& there, const FirthPlace& from) {
    return from.f > there.f + noise * (1 + std::fabs(there.f));
  }

  bool rises(const FirthPlace& there) const { return !(there.f <= here_.f + noise * (1 + std::fabs(here_.f))); }

  FirthPlace at(double t, const std::vector<double>& d) {
    std::vector<double> u(here_.u);
    axpy(t, d.data(), d.size(), u.data());
    return likelihood_->at(std::move(u));
  }

  /// A step along I^-1 U, halved until f does not rise, nor much more is left to gain: where some W_i are next to 0, I^-1 U
  /// leads nowhere.
  bool climbed() {
    constexpr int most_halvings = 33;
    constexpr double much = 10;
    for (int k = 0; k <= most_halvings; ++k) {
      FirthPlace there = at(std::ldexp(1.0, -k), here_.step);
      if (!rises(there) && there.gain <= much * here_.gain) return take(std::move(there));
    }
    return false;
  }

  /// A step along d after which the slope f'.d is half of what it was or less, of either sign, and f no larger: t = 1, or
  /// t between the bounds that were seen, where a line through two slopes is 0. False where there is none in doubles.
  bool moved(const std::vector<double>& d) {
    constexpr int most_tries = 60;
    const double slope = product(here_.g, d);
    const bool near = here_.gain <= near_enough * (1 + std::fabs(here_.f));
    double low = 0;
    double slope_low = slope;
    double high = infinity;
    double t = 1;
    for (int k = 0; k < most_tries; ++k) {
      FirthPlace there = at(t, d);
      const double slope_at_t = there.g.empty() ? infinity : product(there.g, d);
      const bool beyond = !std::isfinite(slope_at_t) || (!near && rises(there));
      const double slope_there = beyond ? infinity : slope_at_t;
      if (std::fabs(slope_there) <= -slope / 2) return take(std::move(there));
      const double zero = slope_low / (slope_low - slope_there);  // of the line; from low, in t - low
      if (slope_there > 0) {
        high = t;
        t = low + (t - low) * (beyond ? 0.5 : std::clamp(zero, 0.1, 0.9));
      } else {
        const double from = std::exchange(low, t);
        slope_low = slope_there;
        t = high < infinity ? (t + high) / 2 : zero > 0 ? from + (t - from) * std::clamp(zero, 1.5, 4.0) : 4 * t;
      }
    }
    return false;
  }

  bool take(FirthPlace there) {
    std::vector<double> s(there.u);
    std::vector<double> y(there.g);
    axpy(-1, here_.u.data(), s.size(), s.data());
    axpy(-1, here_.g.data(), y.size(), y.data());
    pairs_.add(std::move(s), std::move(y));
    here_ = std::move(there);
    return true;
  }

  std::string end() const {
    const std::size_t left_out = z_.dims() - likelihood_->rank();
    const bool bias = z_.bias() && likelihood_->leaves_out(z_.features());
    const std::string weight_0 =
        left_out == 0 ? ""
                      : "; " +
                            (left_out == 1 && bias
                                 ? std::string("the bias")
                                 : counted(left_out - (bias ? 1 : 0), "column") + (bias ? " and the bias" : "")) +
                            ", which others make up by combination: weight 0";
    const std::string gain = "a step of Newton's method expects to gain " + short_bound(here_.gain, 3);
    const std::string asked = ", where --tol asks for " + short_number(run_.tol() * here_.loss, 3);
    const std::string other = saddles_ == 0 ? "" : "; left a saddle point on the way: there may be other optima as low";
    if (run_.answer.settled)
      return "Newton's method expects to gain " + short_bound(here_.gain, 3) + ", within the tolerance" + other +
             weight_0;
    if (!std::isfinite(here_.f))
      return "doubles do not invert the information at w = 0: weights of rows are too far apart";
    if (!run_.status)
      return (run_.rounds < most_steps ? "no further progress in doubles after " : "not converged after ") +
             counted(run_.rounds, "round") + ": " + gain + asked + "; raise --tol" + weight_0;
    const bool rounds = *run_.status == Status::rounds;
    return (rounds                            ? "all rounds done"
            : *run_.status == Status::timeout ? "time limit reached"
                                              : "interrupted") +
           (": " + gain + asked) + weight_0;
  }

  const Design& z_;
  SolverRun& run_;
  std::optional<FirthLikelihood> likelihood_;
  CurvaturePairs pairs_;
  FirthPlace here_;
  int saddles_ = 0;
};

}  // namespace

void solve_firth(const Design& z, SolverRun& run) {
  run.begin("newton");
  Firth(z, run).run();
}

}  // namespace halfspace
