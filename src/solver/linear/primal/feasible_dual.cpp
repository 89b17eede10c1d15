#include "solver/linear/primal/feasible_dual.hpp"

#include <algorithm>
#include <cmath>
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

/// Into the ball; q goes with θ.
void FeasibleDual::shrink() {
  double largest = 1;
  for (std::size_t j = 0; j < q_.size(); ++j) {
    const Penalty& p = z_.penalty(j);
    if (p.l2 == 0 && p.l1 > 0) largest = std::max(largest, std::fabs(q_[j]) / p.l1);
  }
  if (largest == 1) return;
  for (auto* x : {&theta_, &q_}) {
    for (double& value : *x) value /= largest;
  }
}

}  // namespace halfspace
