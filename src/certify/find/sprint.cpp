#include "certify/find/sprint.hpp"

#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

std::optional<Sprint> sprint(const SignedRows& z, const DecideOptions& options) {
  PerceptronChoices choices;
  choices.bias = z.bias() ? Bias::augmented : Bias::none;
  choices.decide = Decide::off;
  choices.passes = 100;
  const auto resolved = resolve(choices, z.rows());
  if (!resolved) return std::nullopt;
  PerceptronObserver observer;
  observer.stop = options.stop;
  const PerceptronProblem problem{z.data().x, z.signs(), {}, {}, 2, z.data().decimals, z.data().short_decimals};
  const auto run = train_perceptron(problem, resolved.value(), options.threads, 0, observer);
  if (!run || run.value().status != Status::converged) return std::nullopt;
  Sprint out{run.value().w, {}};
  if (z.bias()) out.w.push_back(run.value().b[0]);
  const std::vector<double>& alpha = run.value().alpha;
  for (std::uint64_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] > 0) out.updates.push_back({i, Integer(alpha[i])});
  }
  return out;
}

}  // namespace halfspace
