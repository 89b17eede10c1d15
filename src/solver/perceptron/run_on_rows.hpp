// A run on the rows in scaled decimals.
#pragma once

#include <cstdint>
#include <variant>

#include "solver/perceptron/decimal_scale.hpp"
#include "solver/perceptron/run.hpp"

namespace halfspace {

/// What train_perceptron() is given.
struct PerceptronCall {
  const PerceptronProblem& problem;
  const PerceptronChoices& options;
  unsigned threads;
  std::uint64_t vote_bytes;
  const PerceptronObserver& observer;
};

/// `factor`: of every value; `weights` makes weights for rows.
template <class MakeWeights>
Result<PerceptronResult> run_on_rows(const PerceptronCall& c, double factor, const MakeWeights& weights) {
  const auto run = [&](const auto& x) {
    return PerceptronRun(x, weights(x), c.problem, c.options, c.threads, c.vote_bytes, c.observer).run();
  };
  return factor == 1 ? std::visit(run, c.problem.x) : std::visit(run, scaled(c.problem.x, factor));
}

/// With the weights of a kernel.
Result<PerceptronResult> train_kernel_perceptron(const PerceptronCall& call);

}  // namespace halfspace
