#include "solver/linear/line_search.hpp"

#include <cmath>
#include <limits>

namespace halfspace {
namespace {

constexpr double enough = 0.5;
constexpr int most_trials = 80;

}  // namespace

double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, std::span<const double> m,
                   std::span<const double> dm) {
  double linear = 0;
  double quadratic = 0;
  for (std::size_t j = 0; j < v.size(); ++j) {
    linear += z.penalty(j).l2 * v[j] * dv[j];
    quadratic += z.penalty(j).l2 * dv[j] * dv[j];
  }
  const auto slope = [&](double t) {  // φ'(t) = Σ C_i loss'(m_i + t dm_i) dm_i + v.P dv + t dv.P dv
    double sum = linear + t * quadratic;
    std::visit(
        [&](auto loss) {
          for (std::size_t i = 0; i < m.size(); ++i) sum += z.cost()[i] * loss.slope(m[i] + t * dm[i]) * dm[i];
        },
        loss_of(z.loss()));
    return sum;
  };
  const double start = slope(0);
  if (!(start < 0)) return 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double t = 1;
  for (int trial = 0; trial < most_trials; ++trial) {
    const double s = slope(t);
    if (std::fabs(s) <= enough * -start) return t;
    (s < 0 ? low : high) = t;
    t = std::isinf(high) ? 2 * t : (low + high) / 2;
  }
  return low;
}

}  // namespace halfspace
