#include "solver/linear/full_step.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "solver/linear/loss_sweep.hpp"

namespace halfspace {
namespace {

/// Calls f(loss, first, size, star) for blocks of rows: star = loss*(-α_i / C_i).
template <class F>
void for_conjugates(const Design& z, std::span<const double> alpha, F f) {
  std::visit(
      [&]<class L>(L loss) {
        std::array<double, swept_rows> part{};
        std::array<double, swept_rows> star{};
        for_swept_blocks(z.n(), [&](std::size_t first, std::size_t size) {
          for (std::size_t i = 0; i < size; ++i) part[i] = alpha[first + i] / z.cost()[first + i];
          sweep_conjugate<L>(part.data(), size, star.data());
          f(loss, first, size, star.data());
        });
      },
      loss_of(z.loss()));
}

}  // namespace

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
