#include "solver/linear/full_step.hpp"

#include <algorithm>
#include <array>

#include "solver/linear/loss_sweep.hpp"

namespace halfspace {
FullStep full_step(const Design& z, std::span<const double> m, std::span<const double> dm,
                   std::span<const double> alpha, std::span<const double> D, std::span<double> next) {
  for (std::size_t i = 0; i < z.n(); ++i) next[i] = alpha[i] - D[i] * dm[i];
  FullStep out;
  std::array<double, swept_rows> moved{};
  std::array<double, swept_rows> loss{};
  for_conjugates(z, next, [&]<class L>(L, std::size_t first, std::size_t size, const double* star) {
    for (std::size_t i = 0; i < size; ++i) moved[i] = m[first + i] + dm[first + i];
    sweep<L>(moved.data(), size, loss.data(), nullptr, nullptr);
    for (std::size_t i = 0; i < size; ++i) {
      const double C = z.cost()[first + i];
      out.loss += C * loss[i];
      out.gap += C * (loss[i] + star[i]) + next[first + i] * moved[i];
    }
  });
  out.gap = std::max(0.0, out.gap);
  return out;
}

double fenchel_gap(const Design& z, std::span<const double> m, std::span<const double> alpha) {
  double gap = 0;
  std::array<double, swept_rows> loss{};
  for_conjugates(z, alpha, [&]<class L>(L, std::size_t first, std::size_t size, const double* star) {
    sweep<L>(m.data() + first, size, loss.data(), nullptr, nullptr);
    for (std::size_t i = 0; i < size; ++i)
      gap += z.cost()[first + i] * (loss[i] + star[i]) + alpha[first + i] * m[first + i];
  });
  return gap;
}

double conjugate_sum(const Design& z, std::span<const double> alpha) {
  double sum = 0;
  for_conjugates(z, alpha, [&](auto, std::size_t first, std::size_t size, const double* star) {
    for (std::size_t i = 0; i < size; ++i) sum += z.cost()[first + i] * star[i];
  });
  return sum;
}

}  // namespace halfspace
