#include "solver/perceptron/kernel_scale.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "solver/perceptron/decimal_scale.hpp"

namespace halfspace {
namespace {

double longest_squared(const Matrix& x) {
  return std::visit(
      [](const auto& m) {
        double most = 0;
        for (std::size_t i = 0; i < m.rows; ++i) most = std::max(most, squared_norm(m.row(i)));
        return most;
      },
      x);
}

/// max |K_ij| of a precomputed matrix
double largest_value(const Matrix& x) {
  return std::visit(
      [](const auto& m) {
        double most = 0;
        for (std::size_t i = 0; i < m.rows; ++i)
          for_each_entry(m.row(i), [&](std::size_t, double v) { most = std::max(most, std::fabs(v)); });
        return most;
      },
      x);
}

double power_of_ten(int k) { return powers_of_ten[static_cast<std::size_t>(k)]; }

}  // namespace

KernelScale find_kernel_scale(const PerceptronProblem& p, const PerceptronChoices& o) {
  KernelScale plain;
  plain.kernel = function_of(o);
  const bool power = plain.kernel.uses_degree();
  const StepSize steps = step_size(o, p.y.size());
  DecimalFacts facts;
  note_weights(facts, p.weight);
  const int step = steps.decimals + facts.weight_decimals;  // a row moves by step times weight
  if (!p.short_decimals || steps.decimals < 0 || facts.weight_decimals < 0 || steps.divisor > most_divisor)
    return plain;
  const bool listed = plain.kernel.listed();
  if (!plain.kernel.rational()) return plain;
  const int gamma = power ? decimals_of(o.gamma) : 0;
  const int coef0 = power ? decimals_of(o.coef0) : 0;
  const int degree = power ? static_cast<int>(std::min<std::uint64_t>(o.degree, 100)) : 1;
  const int places = listed ? p.decimals : std::max(gamma + 2 * p.decimals, coef0);
  if (gamma < 0 || coef0 < 0 || places * degree + step > 15) return plain;
  KernelScale scale = plain;
  scale.data = power_of_ten(p.decimals);
  scale.value = power_of_ten(places * degree);
  scale.step = power_of_ten(step) * static_cast<double>(steps.divisor);
  if (power) {
    scale.kernel.gamma = std::nearbyint(o.gamma * power_of_ten(gamma)) * power_of_ten(places - gamma - 2 * p.decimals);
    scale.kernel.coef0 = std::nearbyint(o.coef0 * power_of_ten(places));
  }
  const double inner =
      listed ? largest_value(p.x) * scale.data : longest_squared(p.x) * scale.data * scale.data;  // |u.v| <= max |x|^2
  Kernel bound = scale.kernel;
  bound.coef0 = std::fabs(bound.coef0);
  scale.largest = bound.of(std::ceil(inner)) + scale.value;
  const double largest_step = steps.largest * facts.heaviest * scale.step;
  scale.exact = largest_step * scale.largest * updates_wanted <= exact_limit &&
                o.margin * scale.value * scale.step <= exact_limit && decimals_of(o.margin) >= 0 &&
                decimals_of(o.margin) <= places * degree + step;
  return scale.exact ? scale : plain;
}

}  // namespace halfspace
