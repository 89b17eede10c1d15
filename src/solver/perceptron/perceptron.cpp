#include "solver/perceptron/perceptron.hpp"

#include "solver/perceptron/class_weights.hpp"
#include "solver/perceptron/run_on_rows.hpp"
#include "solver/perceptron/weights.hpp"

namespace halfspace {

Result<PerceptronResult> train_perceptron(const PerceptronProblem& problem, const PerceptronChoices& options,
                                          unsigned threads, std::uint64_t vote_bytes,
                                          const PerceptronObserver& observer) {
  const PerceptronCall call{problem, options, threads, vote_bytes, observer};
  if (options.kernel != KernelKind::none) return train_kernel_perceptron(call);
  const DecimalScale scale = find_scale(problem, options);
  if (problem.classes > 2) {
    return run_on_rows(call, scale.data,
                       [&](const auto& x) { return ClassWeights(x, problem.label, problem.classes, options, scale); });
  }
  return run_on_rows(call, scale.data, [&](const auto& x) { return Weights(x, options, scale); });
}

}  // namespace halfspace
