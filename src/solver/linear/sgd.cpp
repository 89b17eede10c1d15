// Averaged stochastic gradient descent, `rounds` passes in row order, one row at a time, penalty none or L2:
//
//   f(w, b)/S = λ/2 |w|^2 + mean of loss, weighted by C_i;   S = Σ C_i, λ = 1/S (0 without penalty)
//   w <- (1 - η_t λ) w - η_t c_i loss'(m_i) y_i x_i,   η_t = η_0 (1 + λ η_0 t)^(-3/4),   c_i = n C_i / S
//   η_0 = 1/(K max |x_i|^2 + λ), K the curvature of the loss;   answer: the mean of all w
//
// Polyak and Juditsky 1992; Xu 2011; Bottou's sgd for w = s u. With S_t = s_1 + ... + s_t and an update u += c_t x at t
// the mean is (S_T u - Σ S_{t-1} c_t x_t) / T, so a row costs its own entries only.
#include <algorithm>
#include <cmath>
#include <variant>

#include "simd/ops.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

constexpr double smallest_scale = 1e-9;  // of w = s u, before s goes into u

template <class M, class L>
class Sgd {
 public:
  Sgd(const M& x, const Design& z, LinearWatch& watch)
      : x_(x),
        z_(z),
        watch_(watch),
        d_(z.features()),
        u_(d_),
        behind_(d_),
        average_(z.dims()),
        penalised_bias_(z.bias() && z.penalty(z.features()).l2 > 0) {
    for (const double C : z.cost()) sum_ += C;
    if (d_ > 0) lambda_ = z.penalty(0).l2 / sum_;
    double largest = 0;
    for (std::size_t i = 0; i < z.n(); ++i) largest = std::max(largest, z.squared_norm(i));
    const double smoothness = most_bend(z.loss()) * largest + lambda_;
    eta0_ = smoothness > 0 ? 1 / smoothness : 1;
  }

  void run(std::uint64_t passes) {
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < z_.n(); ++i) visit(i);
      if (watch_.stop(0, INFINITY)) break;
    }
    fold();
    const auto T = static_cast<double>(t_);
    for (double& v : average_) v /= T;
    watch_.v = average_;
  }

 private:
  void visit(std::size_t i) {
    const double y = z_.sign(i);
    const double eta = eta0_ * std::pow(1 + lambda_ * eta0_ * static_cast<double>(t_), -0.75);
    const double m = y * (s_ * dot(x_.row(z_.row(i)), u_.data()) + b_);
    const double shrink = 1 - eta * lambda_;
    const double step = -eta * L::slope(m) * y * z_.cost()[i] * static_cast<double>(z_.n()) / sum_;
    s_ *= shrink;
    if (step != 0) {
      axpy(step / s_, x_.row(z_.row(i)), u_.data());
      axpy(step / s_ * scales_, x_.row(z_.row(i)), behind_.data());  // S_{t-1} c_t x_t
    }
    scales_ += s_;
    if (z_.bias()) {
      b_ = (penalised_bias_ ? shrink : 1) * b_ + step;
      average_[d_] += b_;
    }
    ++t_;
    if (s_ < smallest_scale) fold();
  }

  /// Ends a stretch of the sum: its weights go into the average, s into u.
  void fold() {
    for (std::size_t j = 0; j < d_; ++j) {
      average_[j] += scales_ * u_[j] - behind_[j];
      u_[j] *= s_;
      behind_[j] = 0;
    }
    s_ = 1;
    scales_ = 0;
  }

  const M& x_;
  const Design& z_;
  LinearWatch& watch_;
  std::size_t d_;
  std::vector<double> u_, behind_, average_;
  double s_ = 1;
  double scales_ = 0;
  double b_ = 0;
  double sum_ = 0;
  double lambda_ = 0;
  double eta0_ = 1;
  bool penalised_bias_ = false;
  std::uint64_t t_ = 0;
};

}  // namespace

void solve_sgd(const Design& z, std::uint64_t passes, LinearWatch& watch) {
  std::visit([&]<class M, class L>(const M& x, L) { Sgd<M, L>(x, z, watch).run(passes); }, z.matrix(),
             loss_of(z.loss()));
  std::vector<double> m(z.n());
  std::vector<double> alpha(z.n());
  z.margins(watch.v, m);
  dual_of_margins(z, m, alpha);
  if (z.free_bias()) balance(z, std::vector<double>(z.n()), alpha);
  const std::vector<double> v = watch.v;
  watch.v.clear();
  watch.proven(v, alpha);
  if (!watch.status) watch.status = LinearStatus::rounds;
}

}  // namespace halfspace
