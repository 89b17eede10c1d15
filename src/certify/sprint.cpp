#include "certify/sprint.hpp"

#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

std::optional<std::vector<double>> sprint(const SignedRows& z, const DecideOptions& options) {
  PerceptronOptions choices;
  choices.bias = z.bias() ? Bias::augmented : Bias::none;
  choices.decide = Decide::off;
  choices.passes = 100;
  const auto resolved = resolve(choices, z.rows());
  if (!resolved) return std::nullopt;
  PerceptronObserver observer;
  if (options.stop) observer.progress = [&](const Progress&) { return options.stop() ? Halt::timeout : Halt::go_on; };
  const PerceptronProblem problem{z.data().x, z.signs(), {}, {}, 2, z.data().decimals, z.data().short_decimals};
  const auto run = train_perceptron(problem, resolved.value(), options.threads, 0, observer);
  if (!run || run.value().status != Status::converged) return std::nullopt;
  std::vector<double> w = run.value().w;
  if (z.bias()) w.push_back(run.value().b[0]);
  return w;
}

}  // namespace halfspace
