// Sums whose bits depend on no order, held against exact rational sums.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "shard/exact_sum.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

double ldexp_of(int mantissa, int exponent) { return std::ldexp(static_cast<double>(mantissa) / 1000, exponent); }

std::vector<double> made_terms(const std::vector<std::pair<int, std::int8_t>>& parts) {
  std::vector<double> out;
  for (const auto& [m, e] : parts) out.push_back(ldexp_of(m, 8 * e));
  return out;
}

RC_GTEST_PROP(ExactSum, IsTheRationalSum, (const std::vector<std::pair<int, std::int8_t>>& parts)) {
  const std::vector<double> terms = made_terms(parts);
  ExactSum sum;
  mpq_class exact;
  for (const double t : terms) {
    if (!std::isfinite(t)) return;
    sum.add(t);
    exact += mpq_class(t);
  }
  const double got = sum.value();
  RC_ASSERT(std::isfinite(got) || std::fabs(exact.get_d()) > 1e308);
  if (!std::isfinite(got)) return;
  const mpq_class error = abs(mpq_class(got) - exact);
  RC_ASSERT(error <= abs(exact) * mpq_class(std::ldexp(1, -52)) + mpq_class(5e-324));
}

RC_GTEST_PROP(ExactSum, DoesNotDependOnOrderOrGrouping,
              (std::vector<std::pair<int, std::int8_t>> parts, std::uint8_t cut)) {
  const std::vector<double> terms = made_terms(parts);
  ExactSum whole;
  for (const double t : terms) whole.add(t);
  ExactSum first;
  ExactSum second;
  for (std::size_t k = terms.size(); k-- > 0;) (k % 251 < cut ? first : second).add(terms[k]);
  second.add(first);
  RC_ASSERT((std::isnan(whole.value()) && std::isnan(second.value())) || whole.value() == second.value());
}

TEST(ExactSum, KeepsWhatCancellationLeaves) {
  ExactSum sum;
  for (const double t : {1e300, 1.0, -1e300, 5e-324, -0.0}) sum.add(t);
  EXPECT_EQ(sum.value(), 1.0);
  sum.add(-1.0);
  EXPECT_EQ(sum.value(), 5e-324);
  sum.add(INFINITY);
  EXPECT_TRUE(std::isnan(sum.value()));
}

/// Terms whose absolute values sum to `bound` or less.
struct Terms {
  std::vector<double> values;
  double bound = 0;
};

Terms random_terms(unsigned seed, std::size_t count) {
  Rng rng(seed, Stream::probe);
  const auto uniform = [&] { return (static_cast<double>(rng.word()) + 0.5) / 4294967296.0; };
  Terms out;
  for (std::size_t k = 0; k < count; ++k) {
    double t = (uniform() - 0.5) * std::pow(10, 6 * uniform() - 3);
    if (k % 5 == 0) t = std::ldexp(std::round(t * 8), -40);  // of few bits: half-way between places of the grid
    out.values.push_back(t);
    out.bound += std::fabs(t);
  }
  out.bound *= 1.5;
  return out;
}

double grid_sum(const std::vector<double>& values, int e, std::size_t first, std::size_t step) {
  double sum = grid::origin(e);
  for (std::size_t k = first; k < values.size(); k += step) sum += grid::odd(values[k]);
  return sum - grid::origin(e);
}

TEST(Grid, SumsHaveTheSameBitsInAnyOrderAndGrouping) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Terms t = random_terms(seed, 1000);
    const int e = grid::exponent(t.bound);
    const double whole = grid_sum(t.values, e, 0, 1);
    Rng rng(seed, Stream::order);
    shuffle(std::span(t.values), rng);
    for (const std::size_t parts : {1U, 2U, 3U, 7U, 100U}) {
      double sum = 0;
      for (std::size_t k = parts; k-- > 0;) sum += grid_sum(t.values, e, k, parts);
      ASSERT_EQ(sum, whole) << "seed " << seed << ", " << parts << " parts";
    }
  }
}

TEST(Grid, IsWithinItsStepOfTheExactSum) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Terms t = random_terms(seed, 1000);
    const int e = grid::exponent(t.bound);
    mpq_class exact;
    for (const double v : t.values) exact += mpq_class(v);
    const mpq_class error = abs(mpq_class(grid_sum(t.values, e, 0, 1)) - exact);
    EXPECT_LE(error.get_d(), 1000 * grid::step(e));
    EXPECT_LE(error.get_d(), 1e-12 * t.bound);
  }
}

/// The sum and what it rounds off, of every step-th term.
std::array<double, 2> fine_sum(const std::vector<double>& values, int e, int low_e, std::size_t first,
                               std::size_t step) {
  double sum = grid::origin(e);
  double low = grid::origin(low_e);
  for (std::size_t k = first; k < values.size(); k += step) grid::add_both(values[k], sum, low);
  return {sum - grid::origin(e), low - grid::origin(low_e)};
}

TEST(Grid, KeepsWhatItRoundsOff) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Terms t = random_terms(seed, 1000);
    const int e = grid::exponent(t.bound);
    const int low_e = grid::low_exponent(e, 11);
    const auto whole = fine_sum(t.values, e, low_e, 0, 1);
    mpq_class exact;
    for (const double v : t.values) exact += mpq_class(grid::odd(v));
    const mpq_class error = abs(mpq_class(whole[0]) + mpq_class(whole[1]) - exact);
    EXPECT_LE(error.get_d(), 1000 * grid::step(low_e)) << "seed " << seed;
    Rng rng(seed, Stream::order);
    shuffle(std::span(t.values), rng);
    for (const std::size_t parts : {2U, 7U}) {
      std::array<double, 2> sum{};
      for (std::size_t k = parts; k-- > 0;) {
        const auto part = fine_sum(t.values, e, low_e, k, parts);
        sum[0] += part[0];
        sum[1] += part[1];
      }
      ASSERT_EQ(sum, whole) << "seed " << seed << ", " << parts << " parts";
    }
  }
}

TEST(Grid, BoundsOutsideTheRangeOfDoublesAreTold) {
  EXPECT_EQ(grid::exponent(0), grid::least);
  EXPECT_EQ(grid::exponent(1e308), grid::most + 1);
  EXPECT_EQ(grid::exponent(NAN), grid::most + 1);
  EXPECT_EQ(grid::exponent(1), 1);
  EXPECT_EQ(grid::exponent(0.75), 0);
}

}  // namespace
}  // namespace halfspace
