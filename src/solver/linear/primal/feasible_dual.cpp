#include "solver/linear/primal/feasible_dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <variant>

#include "solver/linear/proof.hpp"

namespace halfspace {

double FeasibleDual::set(const std::vector<double>& alpha, std::span<const double> curvature) {
  theta_ = alpha;
  if (z_.free_bias()) balance_by(curvature);
  z_.combine(theta_, q_);
  shrink();
  double sum = 0;
  for (std::size_t j = 0; j < q_.size(); ++j) {
    if (z_.penalty(j).l2 > 0) sum -= z_.penalty(j).conjugate(q_[j]);
  }
  std::visit(
      [&](auto loss) {
        for (std::size_t i = 0; i < z_.n(); ++i) sum -= z_.cost()[i] * loss.conjugate(-theta_[i] / z_.cost()[i]);
      },
      loss_of(z_.loss()));
  return sum;
}

/// Each α_i takes its share of Σ y_i α_i, as a step of the bias alone would give it; the box and rounding leave little to
/// the last word.
void FeasibleDual::balance_by(std::span<const double> curvature) {
  double over = 0;
  double total = 0;
  for (std::size_t i = 0; i < z_.n(); ++i) {
    over += z_.sign(i) * theta_[i];
    total += curvature[i];
  }
  std::vector<double> price(z_.n());
  for (std::size_t i = 0; i < z_.n(); ++i) {
    price[i] = -curvature[i];
    if (total > 0) theta_[i] = std::clamp(theta_[i] - z_.sign(i) * over * (curvature[i] / total), 0.0, dual_cap(z_, i));
  }
  balance(z_, price, theta_);
}

/// Into the ball; q goes with θ. Where θ is so long (C large) that its rounding takes q out of the ball again, by so much
/// less: a proof weighs what is outside by f, the shorter θ by |v|_1.
void FeasibleDual::shrink() {
  constexpr double long_sum = 1e6;
  constexpr double rounding = 2 * std::numeric_limits<double>::epsilon();
  const bool is_long = std::accumulate(theta_.begin(), theta_.end(), 0.0) > long_sum;
  std::vector<double> slip(z_.dims());  // Σ θ_i^2 z_ij^2
  if (is_long) {
    std::vector<double> squares(theta_);
    for (double& x : squares) x *= x;
    z_.gram_diagonal(squares, slip);
  }
  double largest = 1;
  for (std::size_t j = 0; j < q_.size(); ++j) {
    const Penalty& p = z_.penalty(j);
    if (p.l2 == 0 && p.l1 > 0) largest = std::max(largest, (std::fabs(q_[j]) + rounding * std::sqrt(slip[j])) / p.l1);
  }
  if (largest == 1) return;
  for (auto* x : {&theta_, &q_}) {
    for (double& value : *x) value /= largest;
  }
}

}  // namespace halfspace
