#include "solver/perceptron/perceptron.hpp"

#include "solver/perceptron/run.hpp"

namespace halfspace {

Result<PerceptronResult> train_perceptron(const PerceptronProblem& problem, const PerceptronOptions& options,
                                          unsigned threads, std::uint64_t vote_bytes,
                                          const PerceptronObserver& observer) {
  const DecimalScale scale = find_scale(problem, options);
  const auto run = [&](const Matrix& x) {
    return std::visit(
        [&](const auto& m) { return PerceptronRun(m, problem, options, scale, threads, vote_bytes, observer).run(); },
        x);
  };
  return scale.data == 1 ? run(problem.x) : run(scaled(problem.x, scale.data));
}

}  // namespace halfspace
