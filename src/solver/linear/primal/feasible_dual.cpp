#include "solver/linear/primal/feasible_dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "solver/linear/full_step.hpp"
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
  return sum - conjugate_sum(z_, theta_);
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

/// Into the ball; q goes with θ. Careful: so far that what rounding may add does not leave it, as a proof weighs what is
/// outside by f, and the shorter θ by |v|_1.
void FeasibleDual::shrink() {
  std::vector<double> slip(z_.dims());
  if (careful_) combine_carefully(z_, theta_, q_, slip);
  double largest = 1;
  for (std::size_t j = 0; j < q_.size(); ++j) {
    const Penalty& p = z_.penalty(j);
    if (p.l2 == 0 && p.l1 > 0) largest = std::max(largest, (std::fabs(q_[j]) + slip[j]) / p.l1);
  }
  if (largest == 1) return;
  for (auto* x : {&theta_, &q_}) {
    for (double& value : *x) value /= largest;
  }
}

void combine_carefully(const Design& z, std::span<const double> alpha, std::span<double> q, std::span<double> slip) {
  constexpr double rounding = std::numeric_limits<double>::epsilon();  // of α_i: over 3 deviations of its sums
  struct Sum {
    long double q = 0;
    long double size = 0;     // Σ |z_ij α_i|
    long double squares = 0;  // Σ z_ij^2 α_i^2
  };
  std::vector<Sum> sum(z.dims());
  z.stop_token().count(8 * z.stored());
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < z.n(); ++i) {
          const long double a = z.sign(i) * alpha[i];
          const auto add = [&](std::size_t j, double value) {
            const long double term = a * value;
            sum[j].q += term;
            sum[j].size += std::fabs(term);
            sum[j].squares += term * term;
          };
          for_each_entry(x.row(z.row(i)), add);
          if (z.bias()) add(z.features(), 1);
        }
      },
      z.matrix());
  const long double assumed = column_error(z);
  for (std::size_t j = 0; j < sum.size(); ++j) {
    q[j] = static_cast<double>(sum[j].q);
    slip[j] = static_cast<double>(rounding * std::sqrt(sum[j].squares) + assumed * sum[j].size);
  }
}

}  // namespace halfspace
