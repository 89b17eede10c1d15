#include "solver/linear/dual/dual_cd.hpp"

#include <variant>

namespace halfspace {

namespace {

constexpr std::uint64_t most_passes = 100000;

bool run_passes(const Design& z, std::uint64_t seed, std::uint64_t passes, Patience patience, SolverRun& run) {
  run.begin("dual-cd");
  return std::visit(
      [&]<class M, class L>(const M& x, L) {
        if constexpr (HasDualStep<L>) return DualCd<M, L>(x, z, seed, run).run(passes, patience);
        return false;
      },
      z.matrix(), loss_of(z.loss()));
}

}  // namespace

bool solve_dual_cd(const Design& z, std::uint64_t seed, std::uint64_t passes, SolverRun& run) {
  return run_passes(z, seed, passes > 0 ? passes : most_passes, Patience::all_passes, run);
}

bool try_dual_cd(const Design& z, std::uint64_t seed, std::uint64_t passes, SolverRun& run) {
  return run_passes(z, seed, passes, Patience::while_it_pays, run);
}

}  // namespace halfspace
