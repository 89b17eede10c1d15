// A run on the matrix of a kernel is the run of the kernel.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/number.hpp"
#include "base/text.hpp"
#include "planted_rows.hpp"
#include "solver/perceptron/decimal_scale.hpp"

namespace halfspace {
namespace {

using test::PlantedRows;

/// k(x_i, x_j) of all pairs.
PlantedRows gram(const PlantedRows& p, const Kernel& k) {
  PlantedRows out;
  out.y = p.y;
  out.x.rows = out.x.cols = p.y.size();
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    for (std::size_t j = 0; j < p.y.size(); ++j) {
      const DenseRow<double> u = p.x.row(i);
      const DenseRow<double> v = p.x.row(j);
      double product = dot(v, u.value);
      if (k.kind == KernelKind::laplacian) {
        product = 0;
        for (std::size_t c = 0; c < p.x.cols; ++c) product += std::fabs(u.value[c] - v.value[c]);
      }
      out.x.value.push_back(k(product, squared_norm(u), squared_norm(v)));
    }
  }
  return out;
}

PerceptronResult run_of(const PlantedRows& p, const PerceptronChoices& o, bool short_decimals) {
  const Matrix x = p.matrix();
  auto r = train_perceptron({x, p.y, {}, {}, 2, p.decimals, short_decimals}, resolve(o, p.y.size()).value(), 1, 0, {});
  RC_ASSERT(r.ok());
  return std::move(r).value();
}

RC_GTEST_PROP(PrecomputedKernel, IsTheKernelItself, ()) {
  const PlantedRows p = test::planted_rows(0, *rc::gen::arbitrary<bool>());
  PerceptronChoices o;
  o.kernel = *rc::gen::element(KernelKind::linear, KernelKind::polynomial, KernelKind::rbf, KernelKind::laplacian,
                               KernelKind::sigmoid);
  o.gamma = *rc::gen::element(0.5, 0.01, 1.0);
  o.degree = *rc::gen::element<std::uint64_t>(1, 2);
  o.coef0 = *rc::gen::element(0.0, 1.0);
  o.bias = *rc::gen::element(Bias::augmented, Bias::none);
  o.step = *rc::gen::element(Step::unit, Step::rate, Step::pa1, Step::minibatch);
  o.eta = 0.5;
  o.batch = 2;
  o.keep = *rc::gen::element(Keep::last, Keep::pocket, Keep::average);
  o.order = *rc::gen::element(Order::cyclic, Order::shuffled);
  o.passes = 10;
  RC_LOG() << name_of(o.kernel) << ", bias " << name_of(o.bias) << ", step " << name_of(o.step) << ", keep "
           << name_of(o.keep) << ", order " << name_of(o.order) << '\n';
  const bool exact = o.kernel == KernelKind::linear || o.kernel == KernelKind::polynomial;
  PlantedRows matrix = gram(p, {o.kernel, o.gamma, o.degree, o.coef0});
  const PerceptronResult want = run_of(p, o, true);
  const bool in_decimals = exact && o.step != Step::pa1;  // the run's arithmetic
  for (double& v : matrix.x.value) {
    if (in_decimals) v = std::stod(short_number(v, 12));  // of at most 11 digits: the decimal that rounding missed
    matrix.decimals = std::max(matrix.decimals, decimals_of(v));
  }
  o.definite = o.kernel != KernelKind::sigmoid;
  o.kernel = KernelKind::precomputed;
  const PerceptronResult got = run_of(matrix, o, exact);
  RC_ASSERT(got.exact == want.exact);
  RC_ASSERT(got.status == want.status);
  RC_ASSERT(got.visits == want.visits);
  RC_ASSERT(got.updates == want.updates);
  RC_ASSERT(got.alpha == want.alpha);
  RC_ASSERT(got.w == want.w);
  RC_ASSERT(got.b == want.b);
  RC_ASSERT(got.margin_at_most == want.margin_at_most);
}

TEST(PrecomputedKernel, OneUpdateGivesTheRowOfTheMatrix) {
  PlantedRows k;
  for (const double v : {1.0, -2.0, -2.0, 1.0}) k.x.value.push_back(v);
  k.x.rows = k.x.cols = 2;
  k.y = {1, -1};
  PerceptronChoices o;
  o.kernel = KernelKind::precomputed;
  o.bias = Bias::none;
  PerceptronObserver observer;
  std::vector<double> norms;
  observer.update = [&](const UpdateEvent& e) { norms.push_back(e.squared_norm); };
  const Matrix x = k.matrix();
  const auto r = train_perceptron({x, k.y, {}, {}, 2, 0, true}, o, 1, 0, observer);
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.value().updates, 1U);  // scores 1, -2 after it: no mistake is left
  EXPECT_EQ(r.value().alpha, (std::vector<double>{1, 0}));
  EXPECT_EQ(norms, std::vector<double>{1});
}

}  // namespace
}  // namespace halfspace
