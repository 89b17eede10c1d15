#include "train/mistake_bound.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

double radius_squared(const Matrix& x, bool bias) {
  double most = 0;
  std::visit(
      [&](const auto& m) {
        for (std::size_t i = 0; i < m.rows; ++i) most = std::max(most, squared_norm(m.row(i)));
      },
      x);
  return most + (bias ? 1 : 0);
}

/// k γ^2 <= factor, from zero; nothing where no such bound is known.
std::optional<double> bound_factor(const PerceptronOptions& o, double r2) {
  switch (o.step) {
    case Step::unit:
      return r2 + 2 * o.margin;
    case Step::rate:
      return r2 + 2 * o.margin / o.eta;
    case Step::delta:
      return 9.0 / 8.0 * r2;
    default:
      return std::nullopt;
  }
}

}  // namespace

MistakeBound mistake_bound(const Dataset& data, const PerceptronOptions& o, const PerceptronResult& run,
                           std::span<const double> margins) {
  MistakeBound bound;
  bound.radius_squared = radius_squared(data.x, o.bias != Bias::none);
  if (std::isfinite(run.margin_at_most)) bound.margin_at_most = run.margin_at_most;
  double norm = run.b * run.b;
  for (const double v : run.w) norm += v * v;
  const double least = margins.empty() ? 0 : *std::min_element(margins.begin(), margins.end());
  if (o.keep == Keep::vote || !(least > 0) || !std::isfinite(norm)) return bound;
  const double margin = least / std::sqrt(norm);
  bound.margin_at_least = margin;
  const auto factor = bound_factor(o, bound.radius_squared);
  if (factor && o.start == Start::zero && data.weight.empty()) bound.updates_at_most = *factor / (margin * margin);
  return bound;
}

}  // namespace halfspace
