#include "train/perceptron/mistake_bound.hpp"

#include <algorithm>
#include <cmath>

#include "train/perceptron/bound_rule.hpp"

namespace halfspace {
namespace {

/// max_i |x_i|^2, or k(x_i, x_i); K_ii of a precomputed matrix
double largest_square(const Matrix& x, const PerceptronChoices& o) {
  const Kernel kernel = function_of(o);
  double most = 0;
  std::visit(
      [&](const auto& m) {
        for (std::size_t i = 0; i < m.rows; ++i) {
          if (kernel.listed()) {
            for_each_entry(m.row(i), [&](std::size_t j, double v) { most = j == i ? std::max(most, v) : most; });
            continue;
          }
          const double square = squared_norm(m.row(i));
          most = std::max(most, kernel.of(kernel.of_distance() ? 0 : square));
        }
      },
      x);
  return most;
}

/// |w̄|^2, with a kernel Σ_i a_i s_i = Σ_i α_i m_i
double squared_length(const PerceptronChoices& o, const PerceptronResult& run, std::span<const double> margins) {
  double sum = 0;
  if (o.kernel != KernelKind::none) {
    for (std::size_t i = 0; i < margins.size(); ++i) sum += std::fabs(run.w[i]) * margins[i];
    return sum;
  }
  for (const double v : run.b) sum += v * v;
  for (const double v : run.w) sum += v * v;
  return sum;
}

}  // namespace

MistakeBound mistake_bound(const Dataset& data, const PerceptronChoices& o, const PerceptronResult& run,
                           std::span<const double> margins, std::size_t classes) {
  MistakeBound bound;
  bound.radius_squared = (largest_square(data.x, o) + (o.bias != Bias::none ? 1 : 0)) * (classes > 2 ? 2 : 1);
  if (std::isfinite(run.margin_at_most)) bound.margin_at_most = run.margin_at_most;
  const double least = margins.empty() ? 0 : *std::min_element(margins.begin(), margins.end());
  if (o.keep == Keep::vote || !(least > 0)) return bound;
  const double norm = squared_length(o, run, margins);
  if (!std::isfinite(norm) || !(norm > 0) || !std::isfinite(bound.radius_squared)) return bound;
  const double margin = least / std::sqrt(norm);
  bound.separator_margin = margin;
  bound.margin_at_least = margin;
  const BoundRule rule = bound_rule(o, !data.weight.empty());
  if (rule == BoundRule::none || rule == BoundRule::general) return bound;
  bound.rule = rule;
  bound.counted = rule == BoundRule::passive_aggressive ? run.wrong_updates : run.updates;
  const double most = bound_factor(rule, o, Rational(bound.radius_squared)).get_d() * norm / (least * least);
  const double whole = std::nearbyint(most);
  bound.most = std::fabs(most - whole) <= 1e-9 * whole ? whole : std::floor(most);
  return bound;
}

}  // namespace halfspace
