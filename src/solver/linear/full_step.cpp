#include "solver/linear/full_step.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "solver/linear/loss_sweep.hpp"

namespace halfspace {

FullStep full_step(const Design& z, std::span<const double> m, std::span<const double> dm,
                   std::span<const double> alpha, std::span<const double> D, std::span<double> next) {
  FullStep out;
  std::visit(
      [&]<class L>(L) {
        std::array<double, swept_rows> moved{};
        std::array<double, swept_rows> loss{};
        std::array<double, swept_rows> part{};
        std::array<double, swept_rows> star{};
        for_swept_blocks(z.n(), [&](std::size_t first, std::size_t size) {
          const double* C = z.cost().data() + first;
          double* a = next.data() + first;
          for (std::size_t i = 0; i < size; ++i) {
            a[i] = alpha[first + i] - D[first + i] * dm[first + i];
            moved[i] = m[first + i] + dm[first + i];
            part[i] = a[i] / C[i];
          }
          sweep<L>(moved.data(), size, loss.data(), nullptr, nullptr);
          sweep_conjugate<L>(part.data(), size, star.data());
          for (std::size_t i = 0; i < size; ++i) {
            out.loss += C[i] * loss[i];
            out.gap += C[i] * (loss[i] + star[i]) + a[i] * moved[i];
          }
        });
      },
      loss_of(z.loss()));
  out.gap = std::max(0.0, out.gap);
  return out;
}

}  // namespace halfspace
