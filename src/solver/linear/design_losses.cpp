// What a Design's losses and penalty sum to, and their slopes and curvatures at its margins.
#include <array>
#include <variant>

#include "solver/linear/design.hpp"
#include "solver/linear/loss_sweep.hpp"

namespace halfspace {

double loss_sum(const Design& z, std::span<const double> m) {
  return sum_by_ranges<double>(z, [&]<class L>(L, std::size_t first, std::size_t size, double& sum) {
    std::array<double, swept_rows> value{};
    sweep<L>(m.data() + first, size, value.data(), nullptr, nullptr);
    for (std::size_t i = 0; i < size; ++i) sum += z.cost()[first + i] * value[i];
  });
}

double look_at_margins(const Design& z, std::span<const double> m, std::span<double> alpha, std::span<double> D) {
  return sum_by_ranges<double>(z, [&]<class L>(L, std::size_t first, std::size_t size, double& sum) {
    const double* C = z.cost().data() + first;
    double* a = alpha.data() + first;
    double* bend = D.data() + first;
    std::array<double, swept_rows> value{};
    sweep<L>(m.data() + first, size, value.data(), a, bend);
    for (std::size_t i = 0; i < size; ++i) {
      sum += C[i] * value[i];
      a[i] = -C[i] * a[i];
      bend[i] = C[i] * bend[i];
    }
  });
}

double penalty_sum(const Design& z, std::span<const double> v) {
  double sum = 0;
  for (std::size_t j = 0; j < v.size(); ++j) sum += z.penalty(j).value(v[j]);
  return sum;
}

void dual_of_margins(const Design& z, std::span<const double> m, std::span<double> alpha) {
  z.for_ranges(z.ranges(), [&](std::size_t, std::size_t first, std::size_t last) {
    std::visit([&]<class L>(L) { sweep<L>(m.data() + first, last - first, nullptr, alpha.data() + first, nullptr); },
               loss_of(z.loss()));
    for (std::size_t i = first; i < last; ++i) alpha[i] *= -z.cost()[i];
  });
}

void curvatures(const Design& z, std::span<const double> m, std::span<double> D) {
  std::visit([&]<class L>(L) { sweep<L>(m.data(), m.size(), nullptr, nullptr, D.data()); }, loss_of(z.loss()));
  for (std::size_t i = 0; i < m.size(); ++i) D[i] *= z.cost()[i];
}

double dual_cap(const Design& z, std::size_t i) {
  return std::visit([&](auto loss) { return -z.cost()[i] * loss.least_slope; }, loss_of(z.loss()));
}

}  // namespace halfspace
