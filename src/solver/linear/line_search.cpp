#include "solver/linear/line_search.hpp"

#include <variant>

namespace halfspace {

double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, std::span<const double> m,
                   std::span<const double> dm) {
  const auto losses = [&](double t, double& sum) {
    std::visit(
        [&](auto loss) {
          for (std::size_t i = 0; i < m.size(); ++i) sum += z.cost()[i] * loss.slope(m[i] + t * dm[i]) * dm[i];
        },
        loss_of(z.loss()));
  };
  return line_search(z, v, dv, losses, most_line_trials, middle);
}

}  // namespace halfspace
