#include "solver/linear/dual/dual_cd.hpp"

#include <cmath>
#include <variant>
#include <vector>

namespace halfspace {

namespace {

constexpr double tol_of_floats = 1e-6;  // below, rounded rows are not near enough
constexpr std::uint64_t most_passes = 100000;

struct Descent {
  const Design& z;
  std::uint64_t seed;
  Patience patience;
  SolverRun& run;
  std::uint64_t left;              // passes
  std::vector<double> alpha = {};  // to start from; empty: 0
  double b = 0;
};

/// On rounded rows. False where the rows as they are must go on.
template <class L>
bool ended_on_compact_rows(Descent& d) {
  if (d.run.tol() < tol_of_floats || std::isinf(d.z.cost()[0])) return false;
  d.z.stop_token().count(2 * d.z.stored());
  const auto compact = compact_rows(d.z);
  if (!compact) return false;
  const auto& x = std::get<RoundedRows>(compact->z.matrix());
  DualCd<RoundedRows, L> descent(x, compact->z, d.seed, d.run, &*compact, d.z.dims());
  if (!d.alpha.empty()) descent.start(d.alpha, d.b);
  if (descent.run(d.left, d.patience) || !descent.refuted()) return true;
  d.left -= descent.done();
  d.alpha = descent.alpha();
  d.b = descent.bias();
  return false;
}

bool run_passes(const Design& z, std::uint64_t seed, std::uint64_t passes, Patience patience, SolverRun& run) {
  run.begin("dual-cd");
  Descent d{z, seed, patience, run, passes, run.start_alpha, z.bias() && !run.start.empty() ? run.start.back() : 0};
  return std::visit(
      [&]<class M, class L>(const M& x, L) {
        if constexpr (HasDualStep<L>) {
          if (ended_on_compact_rows<L>(d)) return run.within(run.answer.proof) || run.status.has_value();
          DualCd<M, L> descent(x, z, seed, run);
          if (!d.alpha.empty()) descent.start(d.alpha, d.b);
          return descent.run(d.left, patience);
        }
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
