#include "solver/linear/full_step.hpp"

#include <algorithm>
#include <array>

#include "solver/linear/loss_sweep.hpp"

namespace halfspace {

FullStep full_step(const Design& z, std::span<const double> m, std::span<const double> dm,
                   std::span<const double> alpha, std::span<const double> D, std::span<double> next) {
  auto out = sum_by_ranges<FullStep>(z, [&]<class L>(L, std::size_t first, std::size_t size, FullStep& sum) {
    std::array<double, swept_rows> moved{};
    std::array<double, swept_rows> loss{};
    std::array<double, swept_rows> star{};
    for (std::size_t i = first; i < first + size; ++i) {
      next[i] = alpha[i] - D[i] * dm[i];
      moved[i - first] = m[i] + dm[i];
    }
    sweep<L>(moved.data(), size, loss.data(), nullptr, nullptr);
    conjugates_of<L>(z, next, first, size, star.data());
    for (std::size_t i = 0; i < size; ++i) {
      const double C = z.cost()[first + i];
      sum.loss += C * loss[i];
      sum.gap += C * (loss[i] + star[i]) + next[first + i] * moved[i];
    }
  });
  out.gap = std::max(0.0, out.gap);
  return out;
}

double fenchel_gap(const Design& z, std::span<const double> m, std::span<const double> alpha) {
  return sum_by_ranges<double>(z, [&]<class L>(L, std::size_t first, std::size_t size, double& gap) {
    std::array<double, swept_rows> loss{};
    std::array<double, swept_rows> star{};
    sweep<L>(m.data() + first, size, loss.data(), nullptr, nullptr);
    conjugates_of<L>(z, alpha, first, size, star.data());
    for (std::size_t i = 0; i < size; ++i)
      gap += z.cost()[first + i] * (loss[i] + star[i]) + alpha[first + i] * m[first + i];
  });
}

double conjugate_sum(const Design& z, std::span<const double> alpha) {
  return sum_by_ranges<double>(z, [&]<class L>(L, std::size_t first, std::size_t size, double& sum) {
    std::array<double, swept_rows> star{};
    conjugates_of<L>(z, alpha, first, size, star.data());
    for (std::size_t i = 0; i < size; ++i) sum += z.cost()[first + i] * star[i];
  });
}

}  // namespace halfspace
