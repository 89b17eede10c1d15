#include "certify/find/pocket_rows.hpp"

#include <algorithm>

#include "certify/find/hull_proof.hpp"
#include "exact/linear.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

Result<std::optional<std::vector<std::uint64_t>>> pocket_rows(const SignedRows& z, const DecideOptions& options) {
  using None = std::optional<std::vector<std::uint64_t>>;
  constexpr std::uint64_t work = std::uint64_t{1} << 26U;
  auto choices = find_preset("pocket");
  if (!choices) return choices.error();
  choices.value().bias = z.bias() ? Bias::augmented : Bias::none;
  choices.value().decide = Decide::off;
  choices.value().rounds = std::clamp<std::uint64_t>(work / (z.data().nonzeros + z.rows()), 1, 100 * z.rows());
  const auto resolved = resolve(choices.value(), z.rows());
  if (!resolved) return None();
  PerceptronObserver observer;
  observer.stop = options.stop;
  const PerceptronProblem problem{z.data().x, z.signs(), {}, {}, 2, z.data().decimals, z.data().short_decimals};
  const auto run = train_perceptron(problem, resolved.value(), options.threads, 0, observer);
  if (!run) return None();
  std::vector<Rational> w(run.value().w.begin(), run.value().w.end());
  if (z.bias()) w.emplace_back(run.value().b[0]);
  auto rows = violated(z, whole(w), std::vector<bool>(z.rows(), false), options.threads);
  if (!rows) return rows.error();
  return None(std::move(rows).value());
}

}  // namespace halfspace
