#include "solver/perceptron/kernel_weights.hpp"
#include "solver/perceptron/run_on_rows.hpp"

namespace halfspace {

Result<PerceptronResult> train_kernel_perceptron(const PerceptronCall& c) {
  const KernelScale scale = find_kernel_scale(c.problem, c.options);
  const std::uint64_t cache = c.vote_bytes == 0 ? std::uint64_t{1} << 30U : c.vote_bytes / 2;
  return run_on_rows(c, scale.data,
                     [&](const auto& x) { return KernelWeights(x, c.options, scale, c.threads, cache); });
}

}  // namespace halfspace
