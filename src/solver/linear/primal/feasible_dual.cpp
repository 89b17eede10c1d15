#include "solver/linear/primal/feasible_dual.hpp"

#include <variant>

#include "solver/linear/proof.hpp"

namespace halfspace {

double FeasibleDual::set(const std::vector<double>& alpha, std::span<const double> curvature) {
  theta_ = alpha;
  if (z_.free_bias()) {
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < price.size(); ++i) price[i] = -curvature[i];
    balance(z_, price, theta_);
  }
  z_.combine(theta_, q_);
  if (shrink_to_ball(z_, q_, theta_)) z_.combine(theta_, q_);
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

}  // namespace halfspace
