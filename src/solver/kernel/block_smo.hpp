// Sequential minimal optimisation within working sets of some hundred rows (Joachims 1999; the inner steps as in smo.hpp):
// half of a set is of the one before, half are the worst violators of all rows. Kernel values are computed for a
// set alone, and u of the other rows follows once a set, for all multipliers that changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/smo_kernel.hpp"
#include "solver/kernel/smo_rows.hpp"
#include "solver/kernel/working_set.hpp"

namespace halfspace {

template <class T>
class BlockSmo {
 public:
  BlockSmo(const BoxProblem& problem, const BoxOptions& options, std::size_t block);

  /// All rows, with these multipliers, exact u and the dual objective.
  void restart(std::span<const double> alpha, std::span<const double> u, double dual);

  /// Between the primal and the dual objective, after a restart.
  double gap() const;

  /// At most so many steps within the next working set. Asks the stop token and throws Stopped; α is feasible then too.
  void run(std::uint64_t most_steps);

  const std::vector<double>& alpha() const { return rows_.all_alpha(); }
  double dual() const { return dual_; }
  std::uint64_t steps() const { return steps_; }
  bool concave() const { return selection_.concave(); }

 private:
  std::vector<std::uint32_t> next_set();

  BoxOptions options_;
  std::size_t block_;
  SmoKernel<T> kernel_;
  SmoRows<T> rows_;
  WorkingSetSelection<T> selection_;
  std::vector<std::uint32_t> set_;  // the last one, its own rows behind those of the one before
  double dual_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace halfspace
