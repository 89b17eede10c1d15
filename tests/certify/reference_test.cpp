// The references, held against known counts, each other and their own proofs.
#include <algorithm>
#include <bit>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/reference_margin.hpp"
#include "certify/reference_verdict.hpp"

namespace halfspace::reference {
namespace {

Rows rows_of(const std::vector<std::vector<int>>& values) {
  Rows rows;
  for (const auto& value : values) rows.emplace_back(value.begin(), value.end());
  return rows;
}

Verdict checked_verdict(const Rows& z) {
  const Answer answer = reference_verdict(z);
  EXPECT_TRUE(proves(z, answer));
  return answer.verdict;
}

/// z_i = f(x_i) (x_i, 1) over the corners x of {0,1}^k, f given by the bits of `function`.
Rows boolean_rows(unsigned k, unsigned function) {
  Rows z;
  for (unsigned x = 0; x < 1U << k; ++x) {
    const int y = (function >> x & 1U) != 0 ? 1 : -1;
    Vector row;
    for (unsigned j = 0; j < k; ++j) row.emplace_back(y * static_cast<int>(x >> j & 1U));
    row.emplace_back(y);
    z.push_back(row);
  }
  return z;
}

/// The least of the functions f(x xor s) and their complements: x_j -> 1 - x_j and swapping the classes change no
/// verdict.
unsigned representative(unsigned k, unsigned function) {
  const unsigned corners = 1U << k;
  unsigned least = function;
  for (unsigned s = 0; s < corners; ++s) {
    unsigned moved = 0;
    for (unsigned x = 0; x < corners; ++x) moved |= (function >> (x ^ s) & 1U) << x;
    least = std::min({least, moved, ~moved & ((1U << corners) - 1)});
  }
  return least;
}

/// All functions of k variables that are separable; `symmetric` asks the reference for representatives only.
std::vector<unsigned> threshold_functions(unsigned k, bool symmetric) {
  std::map<unsigned, bool> known;
  std::vector<unsigned> found;
  for (unsigned f = 0; f < 1U << (1U << k); ++f) {
    const unsigned asked = symmetric ? representative(k, f) : f;
    if (!known.contains(asked)) known[asked] = checked_verdict(boolean_rows(k, asked)) == Verdict::separable;
    if (known[asked]) found.push_back(f);
  }
  return found;
}

// OEIS A000609.
TEST(Reference, CountsThresholdFunctions) {
  EXPECT_EQ(threshold_functions(1, false).size(), 4U);
  EXPECT_EQ(threshold_functions(2, false).size(), 14U);
  EXPECT_EQ(threshold_functions(3, false).size(), 104U);
  EXPECT_EQ(threshold_functions(3, true).size(), 104U);
  EXPECT_EQ(threshold_functions(4, true).size(), 1882U);
}

// Fewest mistakes on a truth table: its Hamming distance to the nearest threshold function.
TEST(Reference, FewestMistakesAreTheDistanceToAThresholdFunction) {
  const auto threshold = threshold_functions(3, true);
  for (const unsigned f : {0b10010110U, 0b01111110U, 0b10000001U, 0b00111100U, 0b11101000U, 0b01000010U}) {
    int least = 8;
    for (const unsigned g : threshold) least = std::min(least, std::popcount(f ^ g));
    EXPECT_EQ(fewest_mistakes(boolean_rows(3, f)), static_cast<std::size_t>(least)) << f;
  }
}

// Cover (1965): N vectors in general position in R^D have 2 sum_{k<D} C(N-1, k) dichotomies by hyperplanes through the
// origin. Distinct points (1, t, t^2, ...) of the moment curve are in general position.
TEST(Reference, CountsDichotomiesOfTheMomentCurve) {
  for (const auto& [n, d, expected] : {std::tuple{6, 2, 12}, {6, 3, 32}, {7, 3, 44}, {7, 4, 84}, {5, 5, 32}}) {
    int count = 0;
    for (int signs = 0; signs < 1 << n; ++signs) {
      Rows z;
      for (int t = 0; t < n; ++t) {
        Vector row;
        mpq_class power = (signs >> t & 1) != 0 ? 1 : -1;
        for (int j = 0; j < d; ++j, power *= t) row.push_back(power);
        z.push_back(row);
      }
      count += checked_verdict(z) == Verdict::separable ? 1 : 0;
    }
    EXPECT_EQ(count, expected) << n << " points in dimension " << d;
  }
}

TEST(Reference, VerdictsOfTinySets) {
  EXPECT_EQ(checked_verdict(rows_of({{1}})), Verdict::separable);
  EXPECT_EQ(checked_verdict(rows_of({{0}})), Verdict::overlapping);
  EXPECT_EQ(checked_verdict(rows_of({{0}, {2}})), Verdict::quasi_separable);
  EXPECT_EQ(checked_verdict(rows_of({{1}, {-3}})), Verdict::overlapping);
  EXPECT_EQ(checked_verdict(rows_of({{1, 0}, {-1, 0}, {5, 1}})), Verdict::quasi_separable);
  EXPECT_EQ(checked_verdict(rows_of({{1, 0}, {-1, 0}, {5, 1}, {0, -1}})), Verdict::overlapping);
  EXPECT_EQ(checked_verdict(rows_of({{2, 1}, {-1, 1}})), Verdict::separable);
}

TEST(Reference, AFalseProofIsNone) {
  const Rows z = rows_of({{1, 0}, {-1, 0}, {5, 1}});
  const Answer answer = reference_verdict(z);
  Answer wrong = answer;
  wrong.verdict = Verdict::overlapping;
  EXPECT_FALSE(proves(z, wrong));
  wrong = answer;
  wrong.lambda[0] *= 2;
  EXPECT_FALSE(proves(z, wrong));
  wrong = answer;
  wrong.weights[1] = 0;
  EXPECT_FALSE(proves(z, wrong));
}

Rows arbitrary_rows(std::size_t most_rows, std::size_t most_cols) {
  const auto d = *rc::gen::inRange<std::size_t>(1, most_cols + 1);
  const auto row = rc::gen::container<std::vector<int>>(d, rc::gen::inRange(-2, 3));
  return rows_of(*rc::gen::suchThat(rc::gen::container<std::vector<std::vector<int>>>(row),
                                    [&](const auto& z) { return !z.empty() && z.size() <= most_rows; }));
}

RC_GTEST_PROP(Reference, ProvesItselfAndAgreesWithEnumeration, ()) {
  const Rows z = arbitrary_rows(8, 3);
  const Answer answer = reference_verdict(z);
  RC_ASSERT(proves(z, answer));
  RC_ASSERT(answer.verdict == verdict_by_circuits(z));
  RC_CLASSIFY(answer.verdict == Verdict::separable, "separable");
  RC_CLASSIFY(answer.verdict == Verdict::quasi_separable, "quasi-separable");
}

// |v|^2 from above (v is in the hull) and from below (v.z_i >= |v|^2: the hull lies beyond v).
RC_GTEST_PROP(Reference, MarginIsProvedFromBothSides, ()) {
  const Rows z = arbitrary_rows(7, 3);
  const Shortest shortest = squared_margin(z);
  mpq_class sum;
  for (const mpq_class& lambda : shortest.lambda) {
    RC_ASSERT(lambda >= 0);
    sum += lambda;
  }
  RC_ASSERT(sum == 1);
  const Vector v = combination(z, shortest.lambda);
  RC_ASSERT(dot(v, v) == shortest.squared);
  for (const Vector& row : z) RC_ASSERT(dot(v, row) >= shortest.squared);
  RC_ASSERT((shortest.squared > 0) == (reference_verdict(z).verdict == Verdict::separable));
}

RC_GTEST_PROP(Reference, GeometricMarginIsProvedFromBothSides, ()) {
  const Rows x = arbitrary_rows(7, 3);
  const auto y = *rc::gen::container<std::vector<int>>(x.size(), rc::gen::element(-1, 1));
  const auto shortest = squared_geometric_margin(x, y);
  RC_PRE(shortest.has_value());
  Vector v(x[0].size());
  mpq_class sum[2];
  for (std::size_t i = 0; i < x.size(); ++i) {
    RC_ASSERT(shortest->lambda[i] >= 0);
    sum[y[i] > 0] += shortest->lambda[i];
    for (std::size_t j = 0; j < v.size(); ++j) v[j] += y[i] * shortest->lambda[i] * x[i][j];
  }
  RC_ASSERT(sum[0] == 1 && sum[1] == 1);
  const mpq_class distance2 = dot(v, v);
  RC_ASSERT(distance2 == 4 * shortest->squared);
  for (std::size_t p = 0; p < x.size(); ++p) {
    for (std::size_t q = 0; q < x.size(); ++q) {
      if (y[p] > 0 && y[q] < 0) RC_ASSERT(dot(v, x[p]) - dot(v, x[q]) >= distance2);
    }
  }
}

TEST(Reference, MarginsOfTinySets) {
  // AND over {0,1}^2: (1,1) lies 1/sqrt(2) from the line through (0,1) and (1,0); half of it squared.
  EXPECT_EQ(squared_geometric_margin(rows_of({{0, 0}, {0, 1}, {1, 0}, {1, 1}}), {-1, -1, -1, 1})->squared,
            mpq_class(1, 8));
  // -1 against 1 on a line: z = (1, -1) and (1, 1); the nearest point of their hull is (1, 0).
  EXPECT_EQ(squared_margin(rows_of({{1, -1}, {1, 1}})).squared, 1);
  // 0 against 1: z = (0, -1) and (1, 1), nearest point (2, -1)/5.
  EXPECT_EQ(squared_margin(rows_of({{0, -1}, {1, 1}})).squared, mpq_class(1, 5));
  EXPECT_FALSE(squared_geometric_margin(rows_of({{0}, {1}}), {1, 1}).has_value());
}

TEST(Reference, FewestMistakesOfTinySets) {
  EXPECT_EQ(fewest_mistakes(boolean_rows(2, 0b0110)), 1U);  // XOR
  EXPECT_EQ(fewest_mistakes(boolean_rows(2, 0b1000)), 0U);  // AND
  EXPECT_EQ(fewest_mistakes(rows_of({{1, 1}, {-1, -1}, {2, 1}, {-2, -1}, {0, 0}})),
            3U);  // two opposite pairs and a zero row
}

}  // namespace
}  // namespace halfspace::reference
