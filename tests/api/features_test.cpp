// Kernel features: those of the approximations that train() learns from, whose inner products are the kernel's.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

KernelFeatures fitted(const DenseRows& rows, const KernelFeatureOptions& options) {
  auto made = KernelFeatures::fit(rows, options);
  EXPECT_TRUE(made) << made.error().text();
  return made.value();
}

std::vector<double> transformed(const KernelFeatures& features, const DenseRows& rows, int threads = 0) {
  auto z = features.transform(rows, threads);
  EXPECT_TRUE(z) << z.error().text();
  return z.value();
}

std::vector<double> scores_of(const DenseRows& rows, const std::vector<double>& y, const ObjectiveOptions& learner) {
  TrainOptions o;
  o.learner = learner;
  const auto trained = train(rows, y, o);
  EXPECT_TRUE(trained) << trained.error().text();
  return trained.value().classifier.predict(rows).value().scores;
}

struct Kind {
  Approximation approximation;
  KernelKind kernel;
};

TEST(KernelFeatures, AreThoseThatAnApproximationLearnsFrom) {
  const test::Clouds t(7, 60);
  for (const Kind k :
       {Kind{Approximation::nystrom, KernelKind::rbf}, Kind{Approximation::nystrom, KernelKind::linear},
        Kind{Approximation::nystrom, KernelKind::laplacian}, Kind{Approximation::nystrom, KernelKind::polynomial},
        Kind{Approximation::fourier, KernelKind::rbf}, Kind{Approximation::fourier, KernelKind::laplacian}}) {
    KernelFeatureOptions o{.approximation = k.approximation, .kernel = k.kernel, .components = 12, .seed = 5};
    if (k.kernel == KernelKind::polynomial) {
      o.degree = 2;
      o.coef0 = 1;
    }
    ObjectiveOptions linear;
    linear.tol = 1e-12;
    linear.C = 3;
    ObjectiveOptions approximate = linear;
    approximate.seed = o.seed;
    approximate.kernel = {.kernel = o.kernel,
                          .degree = o.degree,
                          .coef0 = o.coef0,
                          .approximation = o.approximation,
                          .components = o.components};
    const KernelFeatures features = fitted(t.rows(), o);
    const std::vector<double> z = transformed(features, t.rows());
    const std::vector<double> of_features = scores_of({z, t.n, features.components()}, t.y, linear);
    const std::vector<double> of_kernel = scores_of(t.rows(), t.y, approximate);
    ASSERT_EQ(of_features.size(), of_kernel.size());
    for (std::size_t i = 0; i < of_kernel.size(); ++i)
      EXPECT_NEAR(of_features[i], of_kernel[i], 1e-8) << static_cast<int>(k.kernel);
  }
}

double rbf(const double* u, const double* v, std::int64_t d, double gamma) {
  double square = 0;
  for (std::int64_t j = 0; j < d; ++j) square += (u[j] - v[j]) * (u[j] - v[j]);
  return std::exp(-gamma * square);
}

TEST(KernelFeatures, OfEveryRowHaveTheKernelAsInnerProduct) {
  const test::Clouds t(3, 25);
  const KernelFeatures features = fitted(t.rows(), {.gamma = 0.7, .components = 25});
  EXPECT_EQ(features.columns(), t.d);
  EXPECT_EQ(features.gamma(), 0.7);
  const std::vector<double> z = transformed(features, t.rows());
  const auto m = static_cast<std::size_t>(features.components());
  for (std::size_t a = 0; a < 25; ++a) {
    for (std::size_t b = 0; b < 25; ++b) {
      double product = 0;
      for (std::size_t j = 0; j < m; ++j) product += z[a * m + j] * z[b * m + j];
      EXPECT_NEAR(product, rbf(&t.x[a * 3], &t.x[b * 3], 3, 0.7), 1e-8);
    }
  }
}

/// z_1(x) = k(x_1, x) / sqrt(k(x_1, x_1)): L is lower triangular.
TEST(KernelFeatures, BeginWithTheFirstLandmark) {
  const test::Clouds t(4);
  const KernelFeatures features = fitted(t.rows(), {.components = 6, .seed = 2});
  const std::vector<std::int64_t> landmarks = features.landmarks();
  ASSERT_EQ(static_cast<std::int64_t>(landmarks.size()), features.components());
  EXPECT_DOUBLE_EQ(features.gamma(), 1.0 / 3);
  const auto first = static_cast<std::size_t>(landmarks[0]);
  ASSERT_LT(first, 40U);
  const std::vector<double> z = transformed(features, t.rows());
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_NEAR(z[i * landmarks.size()], rbf(&t.x[first * 3], &t.x[i * 3], 3, 1.0 / 3), 1e-12);
}

TEST(KernelFeatures, AreAsManyAsTheRowsDrawnHaveRank) {
  const std::vector<double> x = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1};
  EXPECT_EQ(fitted({x, 10, 1}, {.components = 10}).components(), 3);
  EXPECT_EQ(fitted({x, 10, 1}, {.kernel = KernelKind::linear}).components(), 1);
  EXPECT_EQ(fitted({x, 10, 1}, {.approximation = Approximation::fourier, .components = 40}).components(), 40);
  EXPECT_TRUE(fitted({x, 10, 1}, {.approximation = Approximation::fourier}).landmarks().empty());
}

TEST(KernelFeatures, DoNotDependOnTheFormOfTheRowsOrOnThreads) {
  const std::vector<double> x = {1, 0, 2, 0, 0.5, 0, -1, 0, 0, 0, 3, 4};
  const std::vector<float> floats(x.begin(), x.end());
  const std::vector<std::int64_t> start = {0, 2, 3, 4, 6};
  const std::vector<std::int32_t> column = {0, 2, 1, 0, 1, 2};
  const std::vector<double> entries = {1, 2, 0.5, -1, 3, 4};
  const CsrRows sparse{start, column, entries, 4, 3};
  for (const Approximation a : {Approximation::nystrom, Approximation::fourier}) {
    const KernelFeatureOptions o{.approximation = a, .components = 4};
    const KernelFeatures dense = fitted({x, 4, 3}, o);
    const std::vector<double> z = transformed(dense, {x, 4, 3});
    EXPECT_EQ(transformed(dense, {x, 4, 3}, 1), z);
    EXPECT_EQ(transformed(dense, {floats, 4, 3}), z);
    EXPECT_EQ(dense.transform(sparse).value(), z);
    EXPECT_EQ(KernelFeatures::fit(sparse, o).value().bytes(), dense.bytes());
    EXPECT_EQ(fitted({floats, 4, 3}, o).bytes(), dense.bytes());
    EXPECT_TRUE(transformed(dense, {std::vector<double>(), 0, 3}).empty());
  }
}

TEST(KernelFeatures, AreRefusedWithTheOptionOrTheCell) {
  const test::Clouds t(1);
  const auto refusal = [&](const KernelFeatureOptions& o) {
    const auto made = KernelFeatures::fit(t.rows(), o);
    return made ? std::string() : made.error().text();
  };
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.approximation = Approximation::exact}),
            "option approximation: exact has no features; choose nystrom or fourier");
  EXPECT_TRUE(refusal({.kernel = KernelKind::sigmoid}).starts_with("option kernel: sigmoid is no inner product"));
  EXPECT_TRUE(refusal({.kernel = KernelKind::polynomial, .coef0 = -1}).starts_with("option coef0: -1 makes"));
  EXPECT_TRUE(refusal({.approximation = Approximation::fourier, .kernel = KernelKind::polynomial})
                  .starts_with("option approximation: fourier is for kernel rbf and laplacian"));
  EXPECT_TRUE(refusal({.kernel = KernelKind::linear, .gamma = 1}).starts_with("option gamma: has no meaning"));
  for (const KernelKind kind : {KernelKind::none, KernelKind::precomputed}) EXPECT_NE(refusal({.kernel = kind}), "");
  for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{100001}})
    EXPECT_TRUE(refusal({.components = m}).starts_with("option components: ")) << refusal({.components = m});
  EXPECT_TRUE(refusal({.gamma = 0}).starts_with("option gamma: "));
  EXPECT_TRUE(refusal({.threads = -1}).starts_with("option threads: "));
  std::vector<double> x = t.x;
  x[4] = std::numeric_limits<double>::quiet_NaN();
  const KernelFeatures features = fitted(t.rows(), {});
  EXPECT_EQ(features.transform(DenseRows{x, t.n, t.d}).error().where, "row 1, column 1 (from 0)");
  EXPECT_EQ(KernelFeatures::fit(DenseRows{x, t.n, t.d}, {}).error().code, Code::bad_data);
  EXPECT_EQ(features.transform(DenseRows{t.x, t.n * t.d, 1}).error().where, "cols");
  EXPECT_EQ(KernelFeatures::fit(DenseRows{std::vector<double>(), 0, 3}, {}).error().code, Code::bad_data);
  DenseRows weighed = t.rows();
  weighed.weights = t.y;
  EXPECT_EQ(KernelFeatures::fit(weighed, {}).error().where, "weights");
  const std::vector<double> far(3, 1e200);
  const KernelFeatures cubic = fitted(t.rows(), {.kernel = KernelKind::polynomial});
  EXPECT_EQ(cubic.transform(DenseRows{far, 1, 3}).error().where, "row 0 (from 0)");
}

}  // namespace
}  // namespace halfspace
