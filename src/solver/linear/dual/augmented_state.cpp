#include "solver/linear/dual/augmented_state.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "linalg/cholesky.hpp"
#include "simd/ops.hpp"
#include "solver/linear/line_search.hpp"

namespace halfspace {
namespace {

double clipped(double a, double C) { return std::min(std::max(a, 0.0), C); }

}  // namespace

AugmentedState::AugmentedState(const Design& z, DualStart start, double sigma)
    : z_(z),
      sigma_(sigma),
      total_cost_(std::accumulate(z.cost().begin(), z.cost().end(), 0.0)),
      gram_(z),
      v_(std::move(start.v)),
      H_(z.dims() * z.dims()),
      lambda_(std::move(start.alpha)) {
  for (auto* x : {&g_, &q_, &dq_, &dv_}) x->resize(z.dims());
  for (auto* x : {&m_, &dm_, &alpha_, &dalpha_, &band_}) x->resize(z.n());
  z_.margins(v_, m_);
}

void AugmentedState::find_dual() {
  const std::span<const double> C = z_.cost();
  std::vector<double> losses(z_.ranges());
  std::vector<double> shares(z_.ranges());
  z_.for_ranges(z_.ranges(), [&](std::size_t k, std::size_t first, std::size_t last) {
    double sum = k == 0 ? penalty_sum(z_, v_) : 0;
    double share = 0;
    for (std::size_t i = first; i < last; ++i) {
      const double r = 1 - m_[i];
      const double a = clipped(lambda_[i] + sigma_ * C[i] * r, C[i]);
      const double loss = C[i] * std::max(0.0, r);
      sum += loss;
      share += loss - a * r;
      dalpha_[i] = a - alpha_[i];
      alpha_[i] = a;
    }
    losses[k] = sum;
    shares[k] = share;
  });
  f_ = std::accumulate(losses.begin() + 1, losses.end(), losses[0]);
  shares_ = std::accumulate(shares.begin(), shares.end(), 0.0);
  z_.combine(dalpha_, dq_);
  rest_ = 0;
  for (std::size_t j = 0; j < v_.size(); ++j) {
    const double l2 = z_.penalty(j).l2;
    q_[j] += dq_[j];
    g_[j] = l2 * v_[j] - q_[j];  // g = P v - Z'α
    rest_ += l2 > 0 ? g_[j] * g_[j] / (2 * l2) : std::fabs(g_[j]) * std::max(1.0, std::fabs(v_[j]));
  }
}

void AugmentedState::update_multipliers(double growth) {
  lambda_ = alpha_;
  sigma_ *= growth;
  z_.combine(alpha_, q_);  // without what rounding left of the sums
  find_dual();
}

bool AugmentedState::newton_step(const StopToken& stop) {
  find_direction(stop);
  const double t = step_along();
  axpy(t, dv_.data(), dv_.size(), v_.data());  // v <- v + t dv
  axpy(t, dm_.data(), dm_.size(), m_.data());
  return t > 0;
}

void AugmentedState::find_direction(const StopToken& stop) {
  constexpr double ridge = 1e-12;  // of a free bias, where the band is empty
  const std::size_t d = v_.size();
  const std::span<const double> C = z_.cost();
  for (std::size_t i = 0; i < C.size(); ++i) band_[i] = alpha_[i] > 0 && alpha_[i] < C[i] ? C[i] : 0;
  gram_.move_to(band_);
  const std::span<const double> G = gram_.lower();
  for (std::size_t k = 0; k < H_.size(); ++k) H_[k] = sigma_ * G[k];
  for (std::size_t j = 0; j < d; ++j) H_[j * d + j] += z_.penalty(j).l2;  // H = P + σ G
  if (z_.free_bias()) H_.back() += ridge * sigma_ * total_cost_;
  for (std::size_t j = 0; j < d; ++j) dv_[j] = -g_[j];
  Cholesky(H_, d, Dependent::kept, stop).solve_refined(H_, dv_);  // dv = -H^-1 g
  z_.margins(dv_, dm_);
}

double AugmentedState::step_along() const {
  constexpr int most_trials = 60;
  const std::span<const double> C = z_.cost();
  const auto losses = [&](double t, double& sum) {  // -Σ α_i(t) dm_i
    std::vector<double> part(z_.ranges());
    z_.for_ranges(part.size(), [&](std::size_t k, std::size_t first, std::size_t last) {
      part[k] = detail::lanes(last - first, [&](std::size_t at) {
        const std::size_t i = first + at;
        return clipped(lambda_[i] + sigma_ * C[i] * (1 - m_[i] - t * dm_[i]), C[i]) * dm_[i];
      });
    });
    sum -= std::accumulate(part.begin(), part.end(), 0.0);
  };
  return line_search(z_, v_, dv_, losses, most_trials, secant);
}

}  // namespace halfspace
