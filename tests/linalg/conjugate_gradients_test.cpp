// Conjugate gradients against a factor; the model they return; the region they stay in.
#include "linalg/conjugate_gradients.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "linalg/cholesky.hpp"
#include "linalg/line_search.hpp"
#include "linalg/symmetric.hpp"

namespace halfspace {
namespace {

struct System {
  const std::vector<double>& A;
  double longest = INFINITY;

  bool product(const std::vector<double>& p, std::vector<double>& Ap) const {
    Ap = test::product(A, p);
    return true;
  }

  /// Never beyond the sphere of this radius: v and p are at an acute angle.
  bool bounded(const std::vector<double>& v, const std::vector<double>& p, double& a) const {
    const std::size_t n = v.size();
    const double vv = dot(v.data(), n, v.data());
    const double vp = dot(v.data(), n, p.data());
    const double pp = dot(p.data(), n, p.data());
    if (vv + 2 * a * vp + a * a * pp <= longest * longest) return false;
    a = (std::sqrt(vp * vp + pp * (longest * longest - vv)) - vp) / pp;
    return true;
  }
};

struct Case {
  std::size_t n = static_cast<std::size_t>(*rc::gen::inRange(1, 30));
  std::vector<double> A = test::drawn_definite(n);
  std::vector<double> b = test::drawn_vector(n);
  std::vector<double> M = std::vector<double>(n);

  Case() {
    for (std::size_t i = 0; i < n; ++i) M[i] = A[i * n + i];
  }

  double model(const std::vector<double>& v) const {
    const std::vector<double> Av = test::product(A, v);
    return dot(v.data(), n, Av.data()) / 2 - dot(b.data(), n, v.data());
  }
};

RC_GTEST_PROP(ConjugateGradients, SolveWhatAFactorSolves, ()) {
  const Case c;
  std::vector<double> v;
  const auto found = conjugate_gradients(c.b, ByDiagonal{c.M}, {20 * c.n, 1e-26}, v, System{c.A});
  std::vector<double> exact = c.b;
  Cholesky(c.A, c.n, Dependent::kept).solve_refined(c.A, exact);
  RC_ASSERT(test::largest_difference(test::product(c.A, v), test::product(c.A, exact)) <= 1e-6);
  RC_ASSERT(std::fabs(found.model - c.model(v)) <= 1e-7 * (1 + std::fabs(found.model)));
}

RC_GTEST_PROP(ConjugateGradients, EndAtTheRegionOrInside, ()) {
  const Case c;
  std::vector<double> free;
  conjugate_gradients(c.b, ByDiagonal{c.M}, {20 * c.n, 1e-26}, free, System{c.A});
  const double length = std::sqrt(dot(free.data(), c.n, free.data()));
  RC_PRE(length > 0);
  std::vector<double> v;
  const auto found = conjugate_gradients(c.b, ByDiagonal{c.M}, {20 * c.n, 1e-26}, v, System{c.A, length / 2});
  RC_ASSERT(std::sqrt(dot(v.data(), c.n, v.data())) <= length / 2 * (1 + 1e-12));
  RC_ASSERT(found.model < 0);
  RC_ASSERT(found.model >= c.model(free) * (1 + 1e-9));
}

TEST(ConjugateGradients, TakeNoMoreProductsThanAllowed) {
  const std::vector<double> A = {2, 1, 1, 3};
  const std::vector<double> M = {2, 3};
  std::vector<double> v;
  EXPECT_EQ(conjugate_gradients({1, 2}, ByDiagonal{M}, {1, 1e-26}, v, System{A}).products, 1U);
  EXPECT_EQ(conjugate_gradients({0, 0}, ByDiagonal{M}, {9, 1e-26}, v, System{A}).products, 0U);
  EXPECT_EQ(v, (std::vector<double>{0, 0}));
  const ProductsAlone never([](const auto&, auto&) { return false; });
  EXPECT_EQ(conjugate_gradients({1, 2}, ByDiagonal{M}, {9, 1e-26}, v, never).products, 0U);
}

RC_GTEST_PROP(LineSearch, HalvesTheSlopeOfAConvexFunction, ()) {
  const double least = *rc::gen::inRange(1, 100000) / 64.0;
  const auto slope = [&](double t) { return (t - least) * (1 + std::fabs(t - least)); };
  for (const auto between : {middle, secant}) {
    const double t = step_of_slope(slope, 80, between);
    RC_ASSERT(std::fabs(slope(t)) <= -slope(0) / 2);
  }
  RC_ASSERT(step_of_slope([&](double t) { return t; }, 80, middle) == 0);
}

}  // namespace
}  // namespace halfspace
