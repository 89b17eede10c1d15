// Logistic regression with Firth's penalty, small dense data: finite on separable data too.
//
//   max over v   -Σ C_i loss(m_i) + 1/2 log det I(v)      I = Z' W Z, W_i = C_i p_i (1 - p_i)   (Jeffreys' prior)
//   score  U = Σ (C_i (t_i - p_i) + h_i (1/2 - p_i)) x̄_i,   h_i = W_i x̄_i' I^-1 x̄_i
//   v <- v + t I^-1 U, t halved until the objective rises
//
// Firth 1993, Biometrika 80; Heinze and Schemper 2002. Signed rows change nothing: x̄_i = y_i z_i.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "linalg/cholesky.hpp"
#include "simd/ops.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class Firth {
 public:
  Firth(const Design& z, SolverRun& run)
      : z_(z), run_(run), all_(z.dims()), H_(z.dims() * z.dims()), v_(z.dims()), m_(z.n()), W_(z.n()), a_(z.n()) {
    std::iota(all_.begin(), all_.end(), std::size_t{0});
  }

  void run() {
    if (run_.completes([&] { descend(); })) return;
    run_.settle(v_, f_, INFINITY);
    run_.answer.settled = false;
  }

 private:
  static constexpr int most_steps = 500;
  static constexpr double margin = 1e-4;        // of the steps left, each a share of the one before
  static constexpr double near_enough = 1e-10;  // objectives differ by their rounding: the score judges steps
  static constexpr double noise = 1e-14;
  static constexpr double smallest_step = 1e-10;

  void descend() {
    f_ = objective(v_);
    std::vector<double> U = score();
    for (int step = 0; step < most_steps && !run_.status; ++step) {
      std::vector<double> dv(U);
      information_->solve(dv);
      gain_ = dot(U.data(), U.size(), dv.data()) / 2;
      if (2 * gain_ <= rest_square * margin) return run_.settle(v_, f_, gain_);
      if (run_.stop(f_, gain_)) break;
      const bool near = gain_ <= near_enough * (1 + std::fabs(f_));
      const bool moved = near ? came_nearer(dv, U) : climbed(dv, U);
      if (!moved && near && !run_.status) return run_.settle(v_, f_, gain_);  // as near as rounding lets it come
      if (!moved) break;
    }
    run_.settle(v_, f_, INFINITY);
    run_.answer.settled = false;
  }

  /// The step, halved until the objective rises.
  bool climbed(const std::vector<double>& dv, std::vector<double>& U) {
    double t = 1;
    double after = INFINITY;
    std::vector<double> next(v_);
    for (; t > smallest_step && !run_.halted(); t /= 2) {
      for (std::size_t j = 0; j < v_.size(); ++j) next[j] = v_[j] + t * dv[j];
      after = objective(next);
      if (after <= f_ + noise * (1 + std::fabs(f_))) break;
    }
    if (!(t > smallest_step) || run_.status) return false;
    v_ = next;
    f_ = after;
    U = score();
    return !run_.status;
  }

  /// The step, or a shorter one, after which the next is shorter; else all stays as it was.
  bool came_nearer(const std::vector<double>& dv, std::vector<double>& U) {
    constexpr double shorter = 0.98;
    for (double t = 1; t >= 0.25 && !run_.halted(); t /= 2) {
      std::vector<double> next(v_);
      axpy(t, dv.data(), dv.size(), next.data());
      const double after = objective(next);
      std::vector<double> score_there = score();
      if (run_.status) return false;
      std::vector<double> dv_there(score_there);
      information_->solve(dv_there);
      if (!(dot(score_there.data(), dv_there.size(), dv_there.data()) / 2 <= shorter * gain_)) continue;
      v_ = next;
      f_ = after;
      U = score_there;
      return true;
    }
    return false;
  }

  /// -log likelihood - 1/2 log det I; leaves margins and information as they are at v.
  double objective(const std::vector<double>& v) {
    z_.margins(v, m_);
    curvatures(z_, m_, W_);
    z_.gram(W_, all_, H_);
    information_.emplace(H_, v.size(), Dependent::left_out, run_.stop_token());
    return loss_sum(z_, m_) - information_->log_determinant() / 2;
  }

  /// U, as Z'a with a_i = C_i σ(-m_i) + h_i (1/2 - σ(m_i))
  std::vector<double> score() {
    dual_of_margins(z_, m_, a_);
    std::vector<double> x(v_.size());
    for (std::size_t i = 0; i < z_.n(); ++i) {
      if (run_.halted(2 * x.size() * x.size())) break;
      z_.write_row(i, x);
      std::vector<double> s(x);
      information_->solve(s);
      const double h = W_[i] * dot(x.data(), x.size(), s.data());
      a_[i] += h * (0.5 + LogisticLoss::slope(-m_[i]));  // σ(m) = -loss'(-m)
    }
    std::vector<double> U(v_.size());
    z_.combine(a_, U);
    return U;
  }

  const Design& z_;
  SolverRun& run_;
  std::vector<std::size_t> all_;
  std::vector<double> H_, v_;
  double f_ = INFINITY;  // at v_
  std::vector<double> m_, W_, a_;
  double gain_ = 0;  // U' I^-1 U / 2
  std::optional<Cholesky> information_;
};

}  // namespace

void solve_firth(const Design& z, SolverRun& run) {
  run.begin("newton");
  Firth(z, run).run();
}

}  // namespace halfspace
