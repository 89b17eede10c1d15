#include "solver/linear/line_search.hpp"

namespace halfspace {

double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, std::span<const double> m,
                   std::span<const double> dm) {
  double linear = 0;
  double quadratic = 0;
  for (std::size_t j = 0; j < v.size(); ++j) {
    linear += z.penalty(j).l2 * v[j] * dv[j];
    quadratic += z.penalty(j).l2 * dv[j] * dv[j];
  }
  return step_of_slope([&](double t) {  // φ'(t) = Σ C_i loss'(m_i + t dm_i) dm_i + v.P dv + t dv.P dv
    double sum = linear + t * quadratic;
    std::visit(
        [&](auto loss) {
          for (std::size_t i = 0; i < m.size(); ++i) sum += z.cost()[i] * loss.slope(m[i] + t * dm[i]) * dm[i];
        },
        loss_of(z.loss()));
    return sum;
  });
}

}  // namespace halfspace
