// Logistic regression with Firth's penalty, small dense data: finite on separable data too.
//
//   min over v   f(v) = Σ C_i loss(m_i) - 1/2 log det I(v)    I = Z' W Z, W_i = C_i p_i (1 - p_i)   (Jeffreys' prior)
//   score  U = -f' = Σ (C_i (t_i - p_i) + h_i (1/2 - p_i)) x̄_i,   h_i = W_i x̄_i' I^-1 x̄_i
//
// Z = Q R first, and v = R^-1 u: u has the same optimum for all units and however near columns are to being combinations
// of others. Then W^(1/2) Q = Q_W R_W at each u, so h_i = |row i of Q_W|^2 and I = R_W' R_W. Steps are I^-1 U far away,
// halved until f does not rise, and then corrected by the curvature that steps have seen: I lacks that of the penalty, as
// much again where the model is saturated, and steps along I^-1 U alone go to and fro there. Their length is such that the
// slope of f along them is halved at least. On separable data f may have several minima; this is one, from v = 0.
//
// Firth 1993, Biometrika 80; Heinze and Schemper 2002. Signed rows change nothing: x̄_i = y_i z_i.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "linalg/orthogonal_columns.hpp"
#include "simd/ops.hpp"
#include "solver/linear/primal/curvature_pairs.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The rows as columns, the bias last.
OrthogonalColumns basis_of(const Design& z, const StopToken& stop) {
  constexpr double rounding = 1e-12;
  std::vector<double> columns(z.n() * z.dims());
  std::vector<double> row(z.dims());
  for (std::size_t i = 0; i < z.n(); ++i) {
    z.write_row(i, row);
    for (std::size_t j = 0; j < row.size(); ++j) columns[j * z.n() + i] = row[j];
  }
  std::vector<double> floor;
  floor.reserve(row.size());
  for (std::size_t j = 0; j < row.size(); ++j)
    floor.push_back(rounding_of({columns.data() + j * z.n(), z.n()}, z.moved(j), {}));
  return {std::move(columns), z.n(), rounding, floor, stop};
}

double product(const std::vector<double>& a, const std::vector<double>& b) { return dot(a.data(), a.size(), b.data()); }

struct Place {
  std::vector<double> u;
  double loss = 0;                        // Σ C_i loss(m_i)
  double f = infinity;                    // also where doubles do not invert I
  std::vector<double> g;                  // -U; empty there
  std::optional<OrthogonalColumns> root;  // Q_W R_W
  std::vector<double> step;               // I^-1 U
  double gain = infinity;                 // U' I^-1 U / 2
};

/// f and its gradient in the coordinates u.
class PenalisedLikelihood {
 public:
  PenalisedLikelihood(const Design& z, const StopToken& stop)
      : z_(z), stop_(stop), basis_(basis_of(z, stop)), m_(z.n()), a_(z.n()), W_(z.n()) {}

  std::size_t rank() const { return basis_.kept().size(); }
  std::vector<double> weights(const std::vector<double>& u) const { return basis_.back(u); }  // v = R^-1 u

  Place at(std::vector<double> u) {
    constexpr double rounding = 1e-13;
    const std::size_t n = z_.n();
    Place out;
    m_.assign(n, 0);
    for (std::size_t k = 0; k < rank(); ++k) axpy(u[k], basis_.q(k), n, m_.data());
    out.u = std::move(u);
    out.loss = look_at_margins(z_, m_, a_, W_);
    std::vector<double> columns(n * rank());
    for (double& w : W_) w = std::sqrt(w);
    for (std::size_t k = 0; k < rank(); ++k) {
      for (std::size_t i = 0; i < n; ++i) columns[k * n + i] = W_[i] * basis_.q(k)[i];
    }
    const OrthogonalColumns& root = out.root.emplace(std::move(columns), n, rounding, std::span<const double>(), stop_);
    if (!root.dependent().empty()) return out;
    out.f = out.loss - (root.log_determinant() + basis_.log_determinant()) / 2;
    for (std::size_t i = 0; i < n; ++i) {
      double h = 0;
      for (std::size_t k = 0; k < rank(); ++k) h += root.q(k)[i] * root.q(k)[i];
      a_[i] += h * (0.5 + LogisticLoss::slope(-m_[i]));  // σ(m) = -loss'(-m)
    }
    for (std::size_t k = 0; k < rank(); ++k) out.g.push_back(-dot(basis_.q(k), n, a_.data()));
    out.step = root.solve(out.g);
    for (double& d : out.step) d = -d;
    out.gain = -product(out.g, out.step) / 2;
    return out;
  }

 private:
  const Design& z_;
  const StopToken& stop_;
  OrthogonalColumns basis_;
  std::vector<double> m_, a_, W_;
};

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
      if (2 * here_.gain <= rest_square * margin || run_.stop(here_.f, here_.gain)) return;
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

  bool rises(const Place& there) const { return !(there.f <= here_.f + noise * (1 + std::fabs(here_.f))); }

  Place at(double t, const std::vector<double>& d) {
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
      Place there = at(std::ldexp(1.0, -k), here_.step);
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
      Place there = at(t, d);
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

  bool take(Place there) {
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
    const std::string weight_0 =
        left_out == 0 ? "" : "; " + counted(left_out, "column") + " that others make up by combination: weight 0";
    const std::string gain = "a step of Newton's method expects to gain " + short_bound(here_.gain, 3);
    const std::string asked = ", where --tol asks for " + short_number(run_.tol() * here_.loss, 3);
    if (run_.answer.settled)
      return "Newton's method expects to gain " + short_bound(here_.gain, 3) + ", within the tolerance" + weight_0;
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
  std::optional<PenalisedLikelihood> likelihood_;
  CurvaturePairs pairs_;
  Place here_;
};

}  // namespace

void solve_firth(const Design& z, SolverRun& run) {
  run.begin("newton");
  Firth(z, run).run();
}

}  // namespace halfspace
