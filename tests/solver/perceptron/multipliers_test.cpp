// w̄ = w̄_0 + Σ α_i y_i x̄_i over the weights that `keep` names, for every preset and many changes to it.
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "planted_rows.hpp"

namespace halfspace {
namespace {

using test::PlantedRows;

PerceptronChoices some_choices(std::uint64_t n) {
  const auto presets = perceptron_presets();
  PerceptronChoices o = presets[*rc::gen::inRange<std::size_t>(0, presets.size())].options;
  o.kernel = *rc::gen::element(KernelKind::none, o.kernel);
  if (o.mistake != Mistake::boundary_is_positive && o.step != Step::minibatch)
    o.step = *rc::gen::element(o.step, Step::rate, Step::pa, Step::pa1, Step::pa2);
  o.keep = *rc::gen::element(o.keep, Keep::last, Keep::pocket, Keep::average, Keep::vote);
  o.bias = *rc::gen::element(Bias::augmented, Bias::free, Bias::none);
  o.eta = *rc::gen::element(1.0, 0.5, 0.1);
  o.batch = std::min<std::uint64_t>(n, 3);
  o.seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  o.passes = 20;
  o.rounds = *rc::gen::inRange<std::uint64_t>(1, 200);
  if (o.kernel == KernelKind::none) o.start = *rc::gen::element(o.start, Start::zero, Start::random);
  return o;
}

RC_GTEST_PROP(Multipliers, MakeTheReportedWeights, ()) {
  const int decimals = *rc::gen::inRange(0, 3);
  const PlantedRows p = test::planted_rows(decimals, true);
  const std::size_t n = p.y.size();
  const PerceptronChoices o = some_choices(n);
  const bool exact = *rc::gen::arbitrary<bool>();
  std::vector<double> weight;
  if (*rc::gen::arbitrary<bool>())
    weight = *rc::gen::container<std::vector<double>>(n, rc::gen::element(0.5, 1.0, 3.0));
  const Matrix x = p.matrix();
  const auto ran = train_perceptron({x, p.y, weight, {}, 2, decimals, exact}, resolve(o, n).value(), 1, 0, {});
  RC_ASSERT(ran.ok());
  const PerceptronResult& r = ran.value();
  const double one = o.bias == Bias::none ? 0 : 1;
  const auto near = [](double a, double b, double size) { return std::fabs(a - b) <= 1e-9 * (1 + size); };
  if (o.kernel != KernelKind::none) {  // the weights are y_i α_i
    for (std::size_t i = 0; i < n; ++i) RC_ASSERT(near(r.w[i], p.y[i] * r.alpha[i], r.alpha[i]));
    return;
  }
  for (std::size_t j = 0; j <= p.x.cols; ++j) {
    double w = r.start.empty() ? 0 : r.start[j];
    double size = std::fabs(w);
    for (std::size_t i = 0; i < n; ++i) {
      const double term = r.alpha[i] * p.y[i] * (j < p.x.cols ? p.x.row(i).value[j] : one);
      w += term;
      size += std::fabs(term);
    }
    RC_ASSERT(near(w, j < p.x.cols ? r.w[j] : r.b[0], size));
  }
}

}  // namespace
}  // namespace halfspace
