// Newton's method on a hinge whose kink is rounded, rounder at first than at the end; small d, any bias mode:
//
//   h_μ(m) = μ log(1 + e^((1 - m)/μ)),   σ_i = 1 / (1 + e^((m_i - 1)/μ))
//   g = P v - Z'α,  α_i = C_i σ_i      H = P + Z' D Z,  D_i = C_i σ_i (1 - σ_i)/μ, 0 where σ_i is nearly 0 or 1
//
// α is a dual point of the hinge itself, so the gap is known in every step: Σ of the rows' shares + 1/2 |g|^2. μ falls
// as soon as it is what the gap consists of; fewer rows bend then, so the late steps touch few. The last digits come
// from the faces of the box (active_set.hpp). Chapelle 2007; Nesterov 2005 for the smoothing.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "linalg/cholesky.hpp"
#include "loss/hinge.hpp"
#include "loss/logistic.hpp"
#include "simd/ops.hpp"
#include "solver/linear/active_set.hpp"
#include "solver/linear/best_bias.hpp"
#include "solver/linear/line_search.hpp"
#include "solver/linear/sample.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

constexpr double first_width = 1;
constexpr double width_after_sample = 1.0 / 16;
constexpr double least_width = 1e-9;

class SmoothHinge {
 public:
  SmoothHinge(const Design& z, std::vector<double> v, double width, SolverRun& run)
      : z_(z), run_(run), width_(width), all_(z.dims()), H_(z.dims() * z.dims()), v_(std::move(v)) {
    std::iota(all_.begin(), all_.end(), std::size_t{0});
    for (auto* x : {&g_, &dv_}) x->resize(z.dims());
    for (auto* x : {&m_, &dm_, &alpha_, &D_}) x->resize(z.n());
  }

  /// True when the answer is proven or the run was ended.
  bool run() {
    bool done = false;
    if (run_.completes([&] { done = descend(); })) return done;
    proven();
    return true;
  }

 private:
  static constexpr int most_steps = 200;
  static constexpr double flat = 1e-6;    // shares this near to 0 or 1 bend nothing
  static constexpr double settled = 0.3;  // of the gap: what a step may still gain when μ falls
  static constexpr double narrowest = 1.0 / 6;

  bool descend() {
    z_.margins(v_, m_);
    for (int step = 0; step < most_steps && width_ >= least_width; ++step) {
      find_gradient();
      const double f = find_gap();
      const double gap = shares_ + rest_;
      if (run_.near(f, gap) && proven()) return true;
      if (run_.stop(f, gap)) {
        proven();
        return true;
      }
      find_direction();
      const double decrement = -dot(g_.data(), g_.size(), dv_.data());
      if (!(decrement >= 0)) break;
      const bool near = decrement <= run_.tol() * f && shares_ <= run_.tol() * f;
      if (near && (full_step_proven() || active_set_proven())) return true;
      const double t = step_along();
      if (t == 0 && decrement > shares_) break;
      axpy(t, dv_.data(), dv_.size(), v_.data());
      axpy(t, dm_.data(), dm_.size(), m_.data());
      if (decrement <= settled * shares_) width_ *= std::clamp(run_.tol() * f / (2 * shares_), narrowest, 0.5);
    }
    if (active_set_proven()) return true;
    proven();
    return false;
  }

  /// α_i / C_i at margin m
  double share(double m) const { return -LogisticLoss::slope((m - 1) / width_); }

  void find_gradient() {
    for (std::size_t i = 0; i < z_.n(); ++i) {
      const double s = share(m_[i]);
      alpha_[i] = z_.cost()[i] * s;
      D_[i] = s > flat && 1 - s > flat ? z_.cost()[i] * s * (1 - s) / width_ : 0;
    }
    z_.combine(alpha_, g_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = z_.penalty(j).l2 * v_[j] - g_[j];  // g = P v - Z'α
  }

  /// Returns f(v).
  double find_gap() {
    double f = penalty_sum(z_, v_);
    shares_ = 0;
    rest_ = 0;
    for (std::size_t i = 0; i < z_.n(); ++i) {
      const double loss = z_.cost()[i] * HingeLoss::value(m_[i]);
      f += loss;
      shares_ += loss - alpha_[i] * (1 - m_[i]);
    }
    for (std::size_t j = 0; j < g_.size(); ++j)
      rest_ += z_.penalty(j).l2 > 0 ? g_[j] * g_[j] / 2 : std::fabs(g_[j] * v_[j]);
    return f;
  }

  /// v + dv with the dual point α - D dm, for which Z'α = P (v + dv) but for rows that leave the box.
  bool full_step_proven() {
    const std::array before = {v_, m_, alpha_, g_};
    axpy(1, dv_.data(), dv_.size(), v_.data());
    axpy(1, dm_.data(), dm_.size(), m_.data());
    for (std::size_t i = 0; i < z_.n(); ++i) alpha_[i] = std::clamp(alpha_[i] - D_[i] * dm_[i], 0.0, z_.cost()[i]);
    z_.combine(alpha_, g_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = z_.penalty(j).l2 * v_[j] - g_[j];
    const double width_price = shares_;
    const double f = find_gap();
    if (run_.near(f, shares_ + rest_) && proven()) return true;
    v_ = before[0];
    m_ = before[1];
    alpha_ = before[2];
    g_ = before[3];
    shares_ = width_price;
    return false;
  }

  /// The exact optimum on the rows that are between their bounds now, or on fewer.
  bool active_set_proven() {
    std::vector<double> v(v_);
    std::vector<double> alpha(alpha_);
    for (std::size_t i = 0; i < z_.n(); ++i) {
      if (D_[i] == 0) alpha[i] = alpha[i] > z_.cost()[i] / 2 ? z_.cost()[i] : 0;
    }
    if (z_.free_bias()) balance(z_, distances(), alpha);
    if (walk_faces(z_, v, alpha)) return proven(v, std::move(alpha));
    return z_.free_bias() && corner_proven(std::move(alpha));
  }

  /// w = Z'α with the bias that is best for it: an optimum without a row between its bounds leaves the bias some room.
  bool corner_proven(std::vector<double> alpha) {
    std::vector<double> v(z_.dims());
    z_.combine(alpha, v);
    v.back() = 0;
    std::vector<double> score(z_.n());
    z_.margins(v, score);
    for (std::size_t i = 0; i < z_.n(); ++i) score[i] *= z_.sign(i);
    v.back() = best_bias(z_, score);
    return proven(v, std::move(alpha));
  }

  /// |1 - m_i|: rows near the kink move first.
  std::vector<double> distances() const {
    std::vector<double> out(z_.n());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::fabs(1 - m_[i]);
    return out;
  }

  void find_direction() {
    z_.gram(D_, all_, H_);
    for (std::size_t j = 0; j < g_.size(); ++j) H_[j * g_.size() + j] += z_.penalty(j).l2;  // H = P + Z' D Z
    for (std::size_t j = 0; j < g_.size(); ++j) dv_[j] = -g_[j];
    if (z_.free_bias()) H_.back() += 1e-12 * std::accumulate(z_.cost().begin(), z_.cost().end(), 0.0);  // F empty
    Cholesky(H_, g_.size(), Dependent::kept, run_.stop_token()).solve_refined(H_, dv_);                 // dv = -H^-1 g
    z_.margins(dv_, dm_);
  }

  double step_along() const {
    constexpr int most_trials = 60;
    const auto losses = [&](double t, double& sum) {
      for (std::size_t i = 0; i < m_.size(); ++i) sum -= z_.cost()[i] * share(m_[i] + t * dm_[i]) * dm_[i];
    };
    return line_search(z_, v_, dv_, losses, most_trials, secant);
  }

  bool proven() { return proven(v_, alpha_); }

  bool proven(const std::vector<double>& v, std::vector<double> a) {
    if (z_.free_bias()) balance(z_, distances(), a);
    return run_.proven(v, a);
  }

  const Design& z_;
  SolverRun& run_;
  double width_;       // μ
  double shares_ = 0;  // of the gap: what the rows hold, the price of μ
  double rest_ = 0;    // what the gradient holds
  std::vector<std::size_t> all_;
  std::vector<double> H_, v_, g_, dv_;      // d
  std::vector<double> m_, dm_, alpha_, D_;  // n
};

}  // namespace

bool solve_smooth_hinge(const Design& z, std::uint64_t seed, SolverRun& run) {
  run.begin("newton");
  const auto start = start_from_sample(
      z, seed, run, [&](const Design& part, SolverRun& of_part) { solve_smooth_hinge(part, seed, of_part); });
  const double width = start ? width_after_sample : first_width;
  return SmoothHinge(z, start.value_or(std::vector<double>(z.dims())), width, run).run();
}

}  // namespace halfspace
