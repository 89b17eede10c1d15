#include "solver/linear/line_search.hpp"

#include <array>

#include "solver/linear/loss_sweep.hpp"

namespace halfspace {

double loss_slope(const Design& z, std::span<const double> m, std::span<const double> dm, double t) {
  return sum_by_ranges<double>(z, [&]<class L>(L, std::size_t first, std::size_t size, double& sum) {
    std::array<double, swept_rows> at{};
    std::array<double, swept_rows> slope{};
    for (std::size_t i = 0; i < size; ++i) at[i] = m[first + i] + t * dm[first + i];
    sweep<L>(at.data(), size, nullptr, slope.data(), nullptr);
    for (std::size_t i = 0; i < size; ++i) sum += z.cost()[first + i] * slope[i] * dm[first + i];
  });
}

double line_search(const Design& z, std::span<const double> v, std::span<const double> dv, std::span<const double> m,
                   std::span<const double> dm) {
  return line_search(
      z, v, dv, [&](double t, double& sum) { sum += loss_slope(z, m, dm, t); }, most_line_trials, middle);
}

}  // namespace halfspace
