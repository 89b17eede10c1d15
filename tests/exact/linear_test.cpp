// Vectors orthogonal to others and sums of them, against what defines them.
#include "exact/linear.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

IntegerVector random_vector(Rng& rng, std::size_t dims) {
  IntegerVector out;
  for (std::size_t j = 0; j < dims; ++j) {
    const auto value = static_cast<long>(rng.bounded(7)) - 3;
    if (value != 0) out.emplace_back(j, Integer(value) * Integer("1000000000000000000000"));
  }
  return out;
}

struct Independent {
  explicit Independent(std::size_t dims) : span(dims) {}
  void add(const IntegerVector& vector) {
    if (span.add(vector)) v.push_back(vector);
  }
  std::vector<IntegerVector> v;
  ModularSpan span;
};

TEST(OrthogonalSpace, HasOneVectorAlongEachFreeCoordinate) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed, Stream::probe);
    const std::size_t dims = 1 + rng.bounded(8);
    Independent of(dims);
    for (std::uint64_t k = rng.bounded(6); k > 0; --k) of.add(random_vector(rng, dims));
    const OrthogonalSpace space(of.v, of.span);
    const auto pivots = of.span.pivots();
    for (std::uint64_t off = 0; off < dims; ++off) {
      if (std::find(pivots.begin(), pivots.end(), off) != pivots.end()) continue;
      const auto n = space.along(off);
      ASSERT_TRUE(n) << "seed " << seed;
      for (const auto& [j, value] : *n) {
        const bool pivot = std::find(pivots.begin(), pivots.end(), j) != pivots.end();
        EXPECT_TRUE(pivot || (j == off && value > 0)) << "seed " << seed;
      }
      for (const IntegerVector& v : of.v) EXPECT_EQ(product(*n, v), 0) << "seed " << seed;
      std::vector<Integer> wanted(dims);
      wanted[off] = 5;
      EXPECT_EQ(space.nearest(wanted).value(), spread(*n, dims)) << "seed " << seed;
    }
  }
}

TEST(Dependencies, AreThoseOfSumsAndOfNothingElse) {
  int sums = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed, Stream::probe);
    const std::size_t dims = 1 + rng.bounded(8);
    Independent of(dims);
    for (std::uint64_t k = rng.bounded(6); k > 0; --k) of.add(random_vector(rng, dims));
    const IntegerVector w = random_vector(rng, dims);
    ModularSpan with_w = of.span;
    const bool independent = with_w.add(w);
    const auto c = Dependencies(of.v, of.span).of(w);
    ASSERT_EQ(c.has_value(), !independent) << "seed " << seed;
    if (!c) continue;
    ++sums;
    std::vector<Integer> sum = spread(w, dims);
    EXPECT_GT(c->back(), 0);
    for (Integer& value : sum) value *= c->back();
    for (std::size_t k = 0; k < of.v.size(); ++k) {
      for (const auto& [j, value] : of.v[k]) sum[j] += (*c)[k] * value;
    }
    EXPECT_EQ(sum, std::vector<Integer>(dims)) << "seed " << seed;
  }
  EXPECT_GT(sums, 60);
}

}  // namespace
}  // namespace halfspace
