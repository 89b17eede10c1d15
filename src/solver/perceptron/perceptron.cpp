#include "solver/perceptron/perceptron.hpp"

#include "solver/perceptron/class_weights.hpp"
#include "solver/perceptron/kernel_weights.hpp"
#include "solver/perceptron/run.hpp"
#include "solver/perceptron/weights.hpp"

namespace halfspace {

Result<PerceptronResult> train_perceptron(const PerceptronProblem& problem, const PerceptronChoices& options,
                                          unsigned threads, std::uint64_t vote_bytes,
                                          const PerceptronObserver& observer) {
  const auto on_rows = [&](double factor, auto&& run) {
    return factor == 1 ? std::visit(run, problem.x) : std::visit(run, scaled(problem.x, factor));
  };
  const auto go = [&](const auto& x, auto weights) {
    return PerceptronRun(x, std::move(weights), problem, options, threads, vote_bytes, observer).run();
  };
  if (options.kernel != KernelKind::none) {
    const KernelScale scale = find_kernel_scale(problem, options);
    const std::uint64_t cache = vote_bytes == 0 ? std::uint64_t{1} << 30U : vote_bytes / 2;
    return on_rows(scale.data, [&](const auto& x) { return go(x, KernelWeights(x, options, scale, threads, cache)); });
  }
  const DecimalScale scale = find_scale(problem, options);
  if (problem.classes > 2) {
    return on_rows(scale.data, [&](const auto& x) {
      return go(x, ClassWeights(x, problem.label, problem.classes, options, scale));
    });
  }
  return on_rows(scale.data, [&](const auto& x) { return go(x, Weights(x, options, scale)); });
}

}  // namespace halfspace
