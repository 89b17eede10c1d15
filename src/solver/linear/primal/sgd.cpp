// Averaged stochastic gradient descent, penalty none or L2: a new random order of the rows each pass, one row a step,
// T steps:
//
//   f(w, b)/S = λ/2 |w|^2 + mean of loss, weighted by C_i;   S = Σ C_i, λ = 1/S (0 without penalty)
//   w <- (1 - η_t λ) w - η_t c_i loss'(m_i) y_i (x_i - μ),   η_t = η_0 (1 + λ η_0 t)^(-3/4),   c_i = n C_i / S
//   η_0 = 1/(K q + λ),   q the mean |x_i - μ|^2 + 1,   K the curvature of the loss, sqrt(2) where it has a kink
//   answer: Σ (t - T/2) w_t over t > T/2, divided by the sum of its factors
//
// μ is the mean row where the bias is free (its coordinate is then the score of the mean row), else 0: columns far from
// 0 would make the steps of one another too short. A loss of unbounded slope takes no step longer than 1/(K q_i).
// Polyak and Juditsky 1992; Xu 2011; Lacoste-Julien, Schmidt, Bach 2012 for the factors.
//
// Bottou's sgd for w = s u - κ μ. With S_t = Σ ω_k s_k over k <= t and an update u += c_t x at t the sum of ω_k s_k u_k
// is S_T u - Σ S_{t-1} c_t x_t, so a row costs its own entries only.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include "base/rng.hpp"
#include "simd/ops.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

constexpr double smallest_scale = 1e-9;  // of w = s u - κ μ, before s goes into u

template <class M, class L>
class Sgd {
 public:
  Sgd(const M& x, const Design& z, std::uint64_t seed, std::uint64_t passes, SolverRun& run)
      : x_(x),
        z_(z),
        run_(run),
        rng_(seed, Stream::order),
        passes_(passes),
        half_(static_cast<double>(passes) * static_cast<double>(z.n()) / 2),
        d_(z.features()),
        u_(d_),
        behind_(d_),
        average_(d_),
        mean_(d_),
        on_mean_(z.n()),
        penalised_bias_(z.bias() && z.penalty(z.features()).l2 > 0) {
    for (const double C : z.cost()) sum_ += C;
    if (d_ > 0) lambda_ = z.penalty(0).l2 / sum_;
    if (z.free_bias()) find_mean();
    const double smoothness = bend * mean_square() + lambda_;
    eta0_ = smoothness > 0 ? 1 / smoothness : 1;
  }

  void run() {
    std::vector<std::uint32_t> order(z_.n());
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint64_t pass = 0; pass < passes_ && !run_.status; ++pass) {
      shuffle(std::span(order), rng_);
      for (const std::uint32_t i : order) {
        if (run_.halted(4 * (x_.row_size(z_.row(i)) + 1))) break;
        visit(i);
      }
      if (!run_.status) run_.stop(0, INFINITY);
    }
    run_.answer.v = answer();
  }

 private:
  static constexpr double bend = [] {
    if constexpr (HasCurvature<L>) return L::most_curvature;
    return std::numbers::sqrt2;
  }();
  static constexpr bool steep = L::least_slope == -std::numeric_limits<double>::infinity();

  void find_mean() {
    for (std::size_t i = 0; i < z_.n(); ++i) axpy(z_.cost()[i] / sum_, x_.row(z_.row(i)), mean_.data());
    mean_square_ = squared_norm(mean_.data(), d_);
    for (std::size_t i = 0; i < z_.n(); ++i) on_mean_[i] = dot(x_.row(z_.row(i)), mean_.data());
  }

  /// |x_i - μ|^2, and 1 for the bias
  double square(std::size_t i) const {
    const double own = squared_norm(x_.row(z_.row(i)));
    return std::max(0.0, own - 2 * on_mean_[i] + mean_square_) + (z_.bias() ? 1 : 0);
  }

  double mean_square() const {
    double q = 0;
    for (std::size_t i = 0; i < z_.n(); ++i) q += z_.cost()[i] / sum_ * square(i);
    return q;
  }

  void visit(std::size_t i) {
    const auto row = x_.row(z_.row(i));
    const double y = z_.sign(i);
    const double decay = 1 + lambda_ * eta0_ * static_cast<double>(t_);
    const double eta = eta0_ / std::sqrt(decay * std::sqrt(decay));
    const double shrink = 1 - eta * lambda_;
    const double m = y * (s_ * (dot(row, u_.data()) - u_on_mean_) - kappa_ * (on_mean_[i] - mean_square_) + b_);
    double length = eta * z_.cost()[i] * static_cast<double>(z_.n()) / sum_;
    if (steep) length = std::min(length, 1 / (bend * std::max(square(i), 1e-300)));
    const double step = -length * L::slope(m) * y;
    s_ *= shrink;
    kappa_ *= shrink;
    if (s_ < smallest_scale) fold();
    if (step != 0) {
      axpy(step / s_, row, u_.data());
      axpy(step / s_ * scales_, row, behind_.data());  // S_{t-1} c_t x_t
      u_on_mean_ += step / s_ * on_mean_[i];
      kappa_ += step;
    }
    b_ = z_.bias() ? (penalised_bias_ ? shrink : 1) * b_ + step : 0;
    ++t_;
    const double factor = static_cast<double>(t_) - half_;
    if (factor > 0) count(factor);
  }

  void count(double factor) {
    factors_ += factor;
    scales_ += factor * s_;
    kappas_ += factor * kappa_;
    biases_ += factor * b_;
  }

  /// Ends a stretch of the sum: its weights go into the average, s into u.
  void fold() {
    for (std::size_t j = 0; j < d_; ++j) {
      average_[j] += scales_ * u_[j] - behind_[j];
      u_[j] *= s_;
      behind_[j] = 0;
    }
    u_on_mean_ *= s_;
    s_ = 1;
    scales_ = 0;
  }

  /// The average, or the last weights of a run that ended in its first half; the bias without the mean row.
  std::vector<double> answer() {
    if (!(factors_ > 0)) count(1);
    fold();
    std::vector<double> v(z_.dims());
    for (std::size_t j = 0; j < d_; ++j) v[j] = (average_[j] - kappas_ * mean_[j]) / factors_;
    if (z_.bias()) v[d_] = biases_ / factors_ - dot(v.data(), d_, mean_.data());
    return v;
  }

  const M& x_;
  const Design& z_;
  SolverRun& run_;
  Rng rng_;
  std::uint64_t passes_;
  double half_;  // T/2
  std::size_t d_;
  std::vector<double> u_, behind_, average_;
  std::vector<double> mean_;     // μ
  std::vector<double> on_mean_;  // x_i.μ
  double mean_square_ = 0;       // |μ|^2
  double u_on_mean_ = 0;         // u.μ
  double s_ = 1;
  double kappa_ = 0;
  double b_ = 0;
  double scales_ = 0, kappas_ = 0, biases_ = 0, factors_ = 0;  // sums of the average
  double sum_ = 0;
  double lambda_ = 0;
  double eta0_ = 1;
  bool penalised_bias_ = false;
  std::uint64_t t_ = 0;
};

void solve_sgd(const Design& z, std::uint64_t seed, std::uint64_t passes, SolverRun& run) {
  run.begin("sgd");
  std::visit([&]<class M, class L>(const M& x, L) { Sgd<M, L>(x, z, seed, passes, run).run(); }, z.matrix(),
             loss_of(z.loss()));
  std::vector<double> m(z.n());
  std::vector<double> alpha(z.n());
  z.margins(run.answer.v, m);
  dual_of_margins(z, m, alpha);
  if (z.free_bias()) balance(z, std::vector<double>(z.n()), alpha);
  const std::vector<double> v = run.answer.v;
  run.answer.v.clear();
  run.proven(v, alpha);
  if (!run.status) run.status = Status::rounds;
}

Result<void> is_smooth_penalty(const LinearOptions& o) {
  if (!o.has_kink()) return {};
  return solver_rules::refused("sgd needs --penalty none or l2");
}

void run_sgd(const LinearCall& call, SolverRun& run) {
  solve_sgd(call.z, call.options.seed, call.options.fixed_rounds(1), run);
}

}  // namespace

const LinearSolverEntry sgd_solver = {
    .fixed_rounds = true,
    .accepts = {solver_rules::no_firth, is_smooth_penalty, solver_rules::no_hard_margin},
    .run = run_sgd};

}  // namespace halfspace
