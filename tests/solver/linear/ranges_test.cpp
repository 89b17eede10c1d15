// Passes over more than 65,536 entries are sums of sums by ranges of rows: what comes out is that of one plain loop in
// long double, for any number of threads.
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/design.hpp"
#include "solver/linear/linear_cases.hpp"
#include "solver/linear/proof.hpp"

namespace halfspace {
namespace {

constexpr std::size_t rows = 6000;
constexpr std::size_t cols = 24;

class Ranges : public testing::TestWithParam<std::tuple<LossKind, unsigned>> {
 protected:
  Ranges() {
    Rng random(7, Stream::probe);
    const auto number = [&random] { return std::ldexp(static_cast<double>(random.word()), -31) - 1; };  // in [-1, 1)
    problem_.rows = rows;
    problem_.cols = cols;
    for (std::size_t k = 0; k < rows * cols; ++k) problem_.values.push_back(number());
    for (std::size_t i = 0; i < rows; ++i) problem_.y.push_back(number() < 0 ? -1 : 1);
    for (std::size_t i = 0; i < rows; ++i) problem_.weight.push_back(1 + static_cast<double>(i % 5));
    options_.loss = std::get<0>(GetParam());
    options_.threads = std::get<1>(GetParam());
    options_.bias = Bias::augmented;
    options_.C = 0.75;
    for (std::size_t j = 0; j <= cols; ++j) v_.push_back(number());
    for (std::size_t i = 0; i < rows; ++i) alpha_.push_back((0.5 + 0.49 * number()) * cost(i));
  }

  double cost(std::size_t i) const { return options_.C * problem_.weight[i]; }

  long double margin(std::size_t i) const {
    long double s = v_[cols];
    for (std::size_t j = 0; j < cols; ++j) s += static_cast<long double>(problem_.at(i, j)) * v_[j];
    return problem_.y[i] * s;
  }

  /// Z'α, in one loop
  std::vector<long double> sums() const {
    std::vector<long double> q(cols + 1);
    for (std::size_t i = 0; i < rows; ++i) {
      const long double a = problem_.y[i] * alpha_[i];
      for (std::size_t j = 0; j < cols; ++j) q[j] += a * problem_.at(i, j);
      q[cols] += a;
    }
    return q;
  }

  LinearCase problem_;
  LinearOptions options_;
  std::vector<double> v_;
  std::vector<double> alpha_;
};

long double loss_of_margin(LossKind kind, long double m) {
  if (kind == LossKind::logistic) return std::log1p(std::exp(-std::fabs(m))) + std::max(-m, 0.0L);
  const long double short_by = std::max(1 - m, 0.0L);
  return kind == LossKind::hinge ? short_by : short_by * short_by;
}

/// loss*(-a)
long double conjugate(LossKind kind, long double a) {
  if (kind == LossKind::logistic) return a * std::log(a) + (1 - a) * std::log1p(-a);
  return kind == LossKind::hinge ? -a : -a + a * a / 4;
}

TEST_P(Ranges, MarginsAndSumsAreThoseOfOneLoop) {
  const Matrix x = problem_.dense();
  const Design z({x, problem_.y, problem_.weight}, options_);
  ASSERT_EQ(z.n(), rows);
  ASSERT_GT(z.ranges(), 1U);
  ASSERT_GT(z.ranges_of_sums(z.dims()), 1U);
  std::vector<double> m(rows);
  z.margins(v_, m);
  for (std::size_t i = 0; i < rows; ++i) ASSERT_NEAR(m[i], static_cast<double>(margin(i)), 1e-13) << "row " << i;
  std::vector<double> q(cols + 1);
  z.combine(alpha_, q);
  const auto exact = sums();
  for (std::size_t j = 0; j < q.size(); ++j) ASSERT_NEAR(q[j], static_cast<double>(exact[j]), 1e-10) << "column " << j;
}

TEST_P(Ranges, ProofBoundsTheTrueObjectives) {
  const Matrix x = problem_.dense();
  const Design z({x, problem_.y, problem_.weight}, options_);
  long double primal = 0;
  long double dual = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    primal += static_cast<long double>(cost(i)) * loss_of_margin(options_.loss, margin(i));
    dual -= static_cast<long double>(cost(i)) * conjugate(options_.loss, alpha_[i] / static_cast<long double>(cost(i)));
  }
  for (const double v : v_) primal += static_cast<long double>(v) * v / 2;
  for (const long double q : sums()) dual -= q * q / 2;
  for (const Digits digits : {Digits::all, Digits::some}) {
    const double close = digits == Digits::all ? 1e-13 : 1e-9;  // of the larger of the two
    const Proof p = prove(z, v_, alpha_, digits);
    const auto scale = static_cast<double>(std::max(std::fabs(primal), std::fabs(dual)));
    EXPECT_NEAR(p.primal, static_cast<double>(primal), close * scale);
    EXPECT_NEAR(p.dual, static_cast<double>(dual), close * scale);
    EXPECT_GE(static_cast<long double>(p.gap), primal - dual);
    EXPECT_LE(p.gap, static_cast<double>(primal - dual) + close * scale);
  }
}

INSTANTIATE_TEST_SUITE_P(LossesAndThreads, Ranges,
                         testing::Combine(testing::Values(LossKind::hinge, LossKind::squared_hinge, LossKind::logistic),
                                          testing::Values(1U, 2U, 3U)));

}  // namespace
}  // namespace halfspace
