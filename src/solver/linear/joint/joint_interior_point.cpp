// Primal-dual interior point for the objective of Crammer and Singer (joint.hpp with the hinge), small K side:
//
//   min 1/2 |W|^2 + Σ C_i ξ_i   s.t.  m_ik = 1 + t_ik - ξ_i,  t, ξ >= 0      m_ik = s_iy - s_ik, k != y_i
//   W = Q(a),   a_ik t_ik = μ,   r_i ξ_i = μ,   r_i = C_i - Σ_k a_ik > 0
//
// A Newton step: with θ = a/t, φ = ξ/r and B_i = (diag(1/θ) + φ 11')^-1 = diag(θ) - θθ' φ / (1 + φ Σθ)
//   (I + Σ_i Z_i'B_i Z_i) dW = -r_d + Q(B g),   da_i = B_i (g_i - dm_i)
//   r_d = W - Q(a),  r_p = m - 1 - t + ξ,  g = -r_p + (μ - a t)/a - (μ - r ξ)/r
// Mehrotra 1992 (predictor, corrector).
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "linalg/cholesky.hpp"
#include "solver/linear/joint/crammer_singer.hpp"

namespace halfspace {
namespace {

class JointInteriorPoint {
 public:
  JointInteriorPoint(JointRows& z, JointRun& run)
      : z_(z), run_(run), n_(z.n()), K_(z.classes()), pairs_(static_cast<double>(n_ * K_)) {
    for (auto* v : {&W_, &dW_, &rd_, &right_}) v->assign(z.size(), 0.0);
    for (auto* v : {&a_, &t_, &m_, &rp_, &da_, &dt_, &dm_, &g_, &ct_}) v->assign(n_ * K_, 0.0);
    for (auto* v : {&r_, &xi_, &dr_, &dxi_, &cx_}) v->assign(n_, 0.0);
    row_.resize(K_);
    double squares = 0;
    for (std::size_t i = 0; i < n_; ++i) squares += z.squared_norm(i);
    damping_ = damping * std::max(squares / static_cast<double>(n_), std::numeric_limits<double>::min());
    for (std::size_t i = 0; i < n_; ++i) {
      each_other(i, [&](std::size_t p) {
        a_[p] = z.cost(i) / static_cast<double>(2 * (K_ - 1));
        t_[p] = 1;
      });
      r_[i] = z.cost(i) / 2;
      xi_[i] = 1;
    }
  }

  void run() {
    if (run_.completes([&] { descend(); })) return;
    z_.in_grace();
    if (!run_.completes([&] { run_.proven(W_, a_); })) run_.unproven(std::vector<double>(W_.size()), 0);
  }

 private:
  static constexpr int most_steps = 200;
  static constexpr double to_boundary = 0.995;
  static constexpr int most_idle_steps = 12;
  /// Of the mean square of a row: what the method of multipliers adds to t/a. The solution stays, and the system keeps
  /// some digits at C of 10^12.
  static constexpr double damping = 1e-14;
  static constexpr double reach = 1e-6;  // of the tolerance: how far the iteration goes below it

  void descend() {
    double least = std::numeric_limits<double>::infinity();
    double last = least;
    int idle = 0;
    for (int step = 0; step < most_steps && idle <= most_idle_steps; ++step) {
      find_residuals();
      const double gap = gap_estimate();
      const double f = objective();
      idle = gap < least * 0.9 || infeasible_ < last * 0.999 ? 0 : idle + 1;
      last = infeasible_;
      if (gap < least && gap <= 0.1 * f && answered()) return;
      least = std::min(least, gap);
      const double mu = complementarity(0);
      if (mu * pairs_ <= run_.tol() * f && answered()) return;
      if (mu * pairs_ <= reach * run_.tol() * f || run_.stop(f, gap)) break;
      factor();
      if (run_.status) break;
      direction(0);  // predictor
      const double share = std::max(complementarity(std::min(1.0, longest())), 0.0) / mu;
      const double sigma = share * share * share;
      for (std::size_t p = 0; p < ct_.size(); ++p) ct_[p] = da_[p] * dt_[p];
      for (std::size_t i = 0; i < n_; ++i) cx_[i] = dr_[i] * dxi_[i];
      direction(sigma * mu);  // corrector
      move(std::min(1.0, to_boundary * longest()));
      std::fill(ct_.begin(), ct_.end(), 0.0);
      std::fill(cx_.begin(), cx_.end(), 0.0);
    }
    answered();
  }

  /// f(place of (i, k)) for k != y_i
  template <class F>
  void each_other(std::size_t i, F f) const {
    for (std::size_t k = 0; k < K_; ++k) {
      if (k != z_.label(i)) f(i * K_ + k);
    }
  }

  /// m_ik of these weights
  void margins(const std::vector<double>& W, std::vector<double>& m) const {
    z_.scores(W, m);
    for (std::size_t i = 0; i < n_; ++i) {
      const double own = m[i * K_ + z_.label(i)];
      each_other(i, [&](std::size_t p) { m[p] = own - m[p]; });
    }
  }

  void find_residuals() {
    margins(W_, m_);
    z_.combine(a_, rd_);
    for (std::size_t j = 0; j < rd_.size(); ++j) rd_[j] = W_[j] - rd_[j];
    infeasible_ = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      each_other(i, [&](std::size_t p) {
        rp_[p] = m_[p] - 1 - t_[p] + xi_[i];
        infeasible_ = std::max(infeasible_, std::fabs(rp_[p]));
      });
    }
  }

  /// Mean of a t and r ξ after a step of this length.
  double complementarity(double step) const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      each_other(i, [&](std::size_t p) { sum += (a_[p] + step * da_[p]) * (t_[p] + step * dt_[p]); });
      sum += (r_[i] + step * dr_[i]) * (xi_[i] + step * dxi_[i]);
    }
    return sum / pairs_;
  }

  double objective() const {
    double sum = squared_norm(W_.data(), W_.size()) / 2;
    for (std::size_t i = 0; i < n_; ++i) {
      double loss = 0;
      each_other(i, [&](std::size_t p) { loss = std::max(loss, 1 - m_[p]); });
      sum += z_.cost(i) * loss;
    }
    return sum;
  }

  double gap_estimate() const {
    double sum = complementarity(0) * pairs_;
    for (std::size_t p = 0; p < a_.size(); ++p) sum += a_[p] * std::fabs(rp_[p]);
    for (std::size_t j = 0; j < rd_.size(); ++j) sum += std::fabs(rd_[j] * W_[j]) + rd_[j] * rd_[j];
    return sum;
  }

  /// a/t, as far as doubles tell a row that holds W from one that nearly does.
  double theta(std::size_t p) const { return 1 / (t_[p] / a_[p] + damping_); }

  void factor() {
    const std::size_t size = z_.size();
    H_.assign(size * size, 0.0);
    std::vector<double> M(K_ * K_);
    std::vector<double> row(z_.side());
    for (std::size_t j = 0; j < size; ++j) H_[j * size + j] = 1;
    for (std::size_t i = 0; i < n_; ++i) {
      if (run_.halted(z_.square_work(i))) return;
      square(i, M);
      z_.add_square(i, M, row, H_);
    }
    cholesky_.emplace(H_, size, Dependent::kept, run_.stop_token());
  }

  /// M = E'B_i E, row k of E being e_y - e_k.
  void square(std::size_t i, std::vector<double>& M) const {
    const std::size_t y = z_.label(i);
    const double phi = xi_[i] / r_[i];
    double sum = 0;
    each_other(i, [&](std::size_t p) { sum += theta(p); });
    for (std::size_t k = 0; k < K_; ++k) {
      for (std::size_t l = 0; l < k; ++l)
        M[k * K_ + l] = k == y   ? -theta(i * K_ + l) / (1 + phi * sum)
                        : l == y ? -theta(i * K_ + k) / (1 + phi * sum)
                                 : -theta(i * K_ + k) * theta(i * K_ + l) * phi / (1 + phi * sum);
      M[k * K_ + k] =
          k == y ? sum / (1 + phi * sum) : theta(i * K_ + k) * (1 + phi * (sum - theta(i * K_ + k))) / (1 + phi * sum);
    }
  }

  /// v_i <- B_i v_i, as (B v)_k = θ_k (v_k + φ Σ_l θ_l (v_k - v_l)) / (1 + φ Σ θ), where nothing cancels.
  void times_inverse(std::size_t i, std::vector<double>& v) {
    const double phi = xi_[i] / r_[i];
    double sum = 0;
    each_other(i, [&](std::size_t p) { sum += theta(p); });
    each_other(i, [&](std::size_t p) {
      double apart = 0;
      each_other(i, [&](std::size_t q) { apart += theta(q) * (v[p] - v[q]); });
      row_[p % K_] = theta(p) * (v[p] + phi * apart) / (1 + phi * sum);
    });
    each_other(i, [&](std::size_t p) { v[p] = row_[p % K_]; });
  }

  void direction(double mu) {
    for (std::size_t i = 0; i < n_; ++i) {
      const double wx = mu - r_[i] * xi_[i] - cx_[i];
      each_other(i, [&](std::size_t p) { g_[p] = -rp_[p] + (mu - a_[p] * t_[p] - ct_[p]) / a_[p] - wx / r_[i]; });
      each_other(i, [&](std::size_t p) { da_[p] = g_[p]; });
      times_inverse(i, da_);
    }
    z_.combine(da_, right_);
    for (std::size_t j = 0; j < rd_.size(); ++j) dW_[j] = right_[j] - rd_[j];
    cholesky_->solve_refined(H_, dW_);
    margins(dW_, dm_);
    for (std::size_t i = 0; i < n_; ++i) {
      each_other(i, [&](std::size_t p) { da_[p] = g_[p] - dm_[p]; });
      times_inverse(i, da_);
      dr_[i] = 0;
      each_other(i, [&](std::size_t p) {
        dr_[i] -= da_[p];
        dt_[p] = (mu - a_[p] * t_[p] - ct_[p] - t_[p] * da_[p]) / a_[p];
      });
      dxi_[i] = (mu - r_[i] * xi_[i] - cx_[i] - xi_[i] * dr_[i]) / r_[i];
    }
  }

  double longest() const {
    double most = 1e30;
    const auto keep = [&](double at, double step) { most = step < 0 ? std::min(most, -at / step) : most; };
    for (std::size_t i = 0; i < n_; ++i) {
      each_other(i, [&](std::size_t p) {
        keep(a_[p], da_[p]);
        keep(t_[p], dt_[p]);
      });
      keep(r_[i], dr_[i]);
      keep(xi_[i], dxi_[i]);
    }
    return most;
  }

  void move(double step) {
    for (std::size_t j = 0; j < W_.size(); ++j) W_[j] += step * dW_[j];
    for (std::size_t p = 0; p < a_.size(); ++p) {
      a_[p] += step * da_[p];
      t_[p] += step * dt_[p];
    }
    for (std::size_t i = 0; i < n_; ++i) {
      r_[i] += step * dr_[i];
      xi_[i] += step * dxi_[i];
    }
  }

  /// The point it stands on, with the a at the bounds they are on their way to; where all margins are above 0 also the
  /// weights that make the least of them 1.
  bool answered() {
    std::vector<double> a(a_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double C = z_.cost(i);
      each_other(i, [&](std::size_t p) { a[p] = a_[p] / C < t_[p] ? 0 : a_[p]; });
      if (r_[i] / C >= xi_[i]) continue;
      double sum = 0;
      each_other(i, [&](std::size_t p) { sum += a[p]; });
      each_other(i, [&](std::size_t p) { a[p] *= sum > 0 ? C / sum : 0; });
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n_; ++i) each_other(i, [&](std::size_t p) { least = std::min(least, m_[p]); });
    const bool done = run_.proven(W_, a) || run_.proven(W_, a_);
    if (done || !(least > 0)) return done;
    std::vector<double> W(W_);
    for (double& w : W) w *= (1 + 1e-14) / least;
    return run_.proven(W, a) || run_.proven(W, a_);
  }

  JointRows& z_;
  JointRun& run_;
  std::size_t n_, K_;
  double pairs_;
  double infeasible_ = 0;
  double damping_ = 0;
  std::vector<double> row_;  // K
  std::vector<double> H_;
  std::optional<Cholesky> cholesky_;
  std::vector<double> W_, dW_, rd_, right_;                     // K x side
  std::vector<double> a_, t_, m_, rp_, da_, dt_, dm_, g_, ct_;  // n x K
  std::vector<double> r_, xi_, dr_, dxi_, cx_;                  // n
};

}  // namespace

void solve_joint_interior_point(JointRows& z, JointRun& run) { JointInteriorPoint(z, run).run(); }

}  // namespace halfspace
