// Inner products of the features are the kernel's values.
#include "kernel/polynomial_features.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "simd/ops.hpp"

namespace halfspace {
namespace {

RC_GTEST_PROP(PolynomialFeatures, HaveTheKernelsInnerProducts, ()) {
  const std::size_t d = *rc::gen::inRange<std::size_t>(1, 5);
  const Kernel kernel{KernelKind::polynomial, *rc::gen::element(0.1, 1.0, 2.5), *rc::gen::inRange<std::uint64_t>(1, 6),
                      *rc::gen::element(0.0, 0.5, 3.0)};
  DenseMatrix<double> x{Buffer<double>(2 * d), 2, d};
  for (std::size_t k = 0; k < 2 * d; ++k) x.value.data()[k] = *rc::gen::inRange(-30, 31) / 10.0;
  const auto features = polynomial_features(kernel, x);
  RC_ASSERT(features.has_value());
  RC_ASSERT(features->cols == polynomial_size(kernel, d, 1000));
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      const double product = dot(features->row(i), features->row(j).value);
      const double inner = kernel.gamma * dot(x.row(i), x.row(j).value) + kernel.coef0;
      const double sizes = kernel.gamma * std::sqrt(squared_norm(x.row(i)) * squared_norm(x.row(j))) + kernel.coef0;
      RC_ASSERT(std::fabs(product - whole_power(inner, kernel.degree)) <= 1e-13 * whole_power(sizes, kernel.degree));
    }
  }
}

TEST(PolynomialFeatures, AreCountedWithoutOverflow) {
  EXPECT_EQ(polynomial_size({KernelKind::polynomial, 1, 3, 1}, 2, 1000), 10U);  // C(5, 3)
  EXPECT_EQ(polynomial_size({KernelKind::polynomial, 1, 3, 0}, 2, 1000), 4U);   // C(4, 3)
  EXPECT_EQ(polynomial_size({KernelKind::polynomial, 1, 1ULL << 60U, 0}, 1, 1000), 1U);
  EXPECT_EQ(polynomial_size({KernelKind::polynomial, 1, 1000, 1}, 1'000'000'000, 1000), 1001U);
  EXPECT_EQ(polynomial_size({KernelKind::polynomial, 1, 1ULL << 40U, 1}, 2, 1000), 1001U);
}

TEST(PolynomialFeatures, ThereAreNoneWithoutAnInnerProductOrBeyondDoubles) {
  const DenseMatrix<double> x{Buffer<double>(2, 1e200), 1, 2};
  EXPECT_FALSE(polynomial_features({KernelKind::polynomial, 1, 3, 0}, x).has_value());
  EXPECT_FALSE(polynomial_features({KernelKind::polynomial, 1, 1, -1}, x).has_value());
  EXPECT_FALSE(polynomial_features({KernelKind::rbf, 1, 1, 0}, x).has_value());
}

}  // namespace
}  // namespace halfspace
