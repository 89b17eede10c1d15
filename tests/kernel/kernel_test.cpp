// A kernel is a base and a map: the table of them, what each uses, and which are inner products.
#include "kernel/kernel.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

constexpr double t = 0.75;

Kernel of_kind(KernelKind kind, double coef0 = 0.5) { return {kind, 2, 3, coef0}; }

TEST(Kernel, TableIsInTheOrderOfTheKinds) {
  for (std::size_t k = 0; k < kernel_table.size(); ++k) {
    EXPECT_EQ(static_cast<std::size_t>(kernel_table[k].kind), k);
    EXPECT_EQ(name_of(kernel_table[k].kind), kernel_table[k].name);
  }
}

TEST(Kernel, MapsAreTheirFormulas) {
  for (const KernelFacts& facts : kernel_table) {
    SCOPED_TRACE(facts.name);
    const double value = of_kind(facts.kind).of(t);
    switch (facts.map) {
      case KernelMap::identity:
        EXPECT_EQ(value, t);
        break;
      case KernelMap::power:
        EXPECT_EQ(value, 2.0 * 2 * 2);
        break;
      case KernelMap::exponential:
        EXPECT_NEAR(value, std::exp(-2 * t), 1e-16);
        break;
      case KernelMap::hyperbolic_tangent:
        EXPECT_NEAR(value, std::tanh(2 * t + 0.5), 1e-15);
        break;
    }
  }
}

TEST(Kernel, OptionsThatHaveNoUseChangeNothing) {
  for (const KernelFacts& facts : kernel_table) {
    SCOPED_TRACE(facts.name);
    const Kernel k = of_kind(facts.kind);
    Kernel other = k;
    other.gamma = 3;
    EXPECT_EQ(k.of(t) != other.of(t), k.uses_gamma());
    other = k;
    other.degree = 2;
    EXPECT_EQ(k.of(t) != other.of(t), k.uses_degree());
    other = k;
    other.coef0 = 0.25;
    EXPECT_EQ(k.of(t) != other.of(t), k.uses_coef0());
  }
}

TEST(Kernel, SquaredDistancesComeFromProductsAndLengths) {
  const Kernel k = of_kind(KernelKind::rbf);
  EXPECT_EQ(k(6, 4, 9), k.of(1));    // |3 - 2|^2
  EXPECT_EQ(k(6.5, 4, 9), k.of(0));  // not below 0
}

TEST(Kernel, InnerProducts) {
  EXPECT_TRUE(is_inner_product(of_kind(KernelKind::linear)));
  EXPECT_TRUE(is_inner_product(of_kind(KernelKind::rbf)));
  EXPECT_TRUE(is_inner_product(of_kind(KernelKind::laplacian)));
  EXPECT_TRUE(is_inner_product(of_kind(KernelKind::polynomial, 0)));
  EXPECT_FALSE(is_inner_product(of_kind(KernelKind::polynomial, -0.5)));
  EXPECT_FALSE(is_inner_product(of_kind(KernelKind::sigmoid), true));
  EXPECT_FALSE(is_inner_product(of_kind(KernelKind::precomputed)));
  EXPECT_TRUE(is_inner_product(of_kind(KernelKind::precomputed), true));
}

}  // namespace
}  // namespace halfspace
