#include "solver/linear/dual_cd.hpp"

#include <variant>

namespace halfspace {

namespace {

constexpr std::uint64_t most_passes = 100000;

}  // namespace

bool solve_dual_cd(const Design& z, std::uint64_t seed, std::uint64_t passes, LinearWatch& watch) {
  return std::visit(
      [&]<class M, class L>(const M& x, L) {
        if constexpr (HasDualStep<L>) return DualCd<M, L>(x, z, seed, watch).run(passes > 0 ? passes : most_passes);
        return false;
      },
      z.matrix(), loss_of(z.loss()));
}

}  // namespace halfspace
