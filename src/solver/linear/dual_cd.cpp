#include "solver/linear/dual_cd.hpp"

#include <variant>

namespace halfspace {

void solve_dual_cd(const Design& z, std::uint64_t seed, Watch& watch) {
  std::visit(
      [&]<class M, class L>(const M& x, L) {
        if constexpr (HasDualStep<L>) DualCd<M, L>(x, z, seed, watch).run();
      },
      z.matrix(), loss_of(z.loss()));
}

}  // namespace halfspace
