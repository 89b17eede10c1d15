// Fits without a dual, plain and Firth's, are within 1e-9 of a standard error of the optimum, which a second solver
// finds in long double.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

using Long = long double;

/// The inverse of a p x p matrix by Gauss and Jordan, rows pivoted.
std::vector<Long> inverse(std::vector<Long> a, std::size_t p) {
  std::vector<Long> out(p * p);
  for (std::size_t j = 0; j < p; ++j) out[j * p + j] = 1;
  for (std::size_t j = 0; j < p; ++j) {
    std::size_t best = j;
    for (std::size_t i = j; i < p; ++i) best = std::fabs(a[i * p + j]) > std::fabs(a[best * p + j]) ? i : best;
    for (std::size_t k = 0; k < p; ++k) {
      std::swap(a[j * p + k], a[best * p + k]);
      std::swap(out[j * p + k], out[best * p + k]);
    }
    const Long pivot = a[j * p + j];
    for (std::size_t k = 0; k < p; ++k) a[j * p + k] /= pivot, out[j * p + k] /= pivot;
    for (std::size_t i = 0; i < p; ++i) {
      const Long f = a[i * p + j];
      for (std::size_t k = 0; k < p && i != j; ++k)
        a[i * p + k] -= f * a[j * p + k], out[i * p + k] -= f * out[j * p + k];
    }
  }
  return out;
}

/// Fisher scoring of the likelihood, `firth` times its penalty, with the bias last.
class Scoring {
 public:
  Scoring(const LinearCase& c, bool firth) : c_(c), firth_(firth), p_(c.cols + 1) {}

  /// One step from v; its largest size over a standard error.
  Long step(std::vector<Long>& v) {
    weigh(v);
    inverse_ = inverse(information_, p_);
    std::vector<Long> score(p_);
    for (std::size_t i = 0; i < c_.rows; ++i) {
      Long leverage = 0;
      for (std::size_t j = 0; j < p_; ++j) {
        for (std::size_t k = 0; k < p_; ++k) leverage += x(i, j) * inverse_[j * p_ + k] * x(i, k);
      }
      const Long p = prob_[i];
      const Long a = (c_.y[i] > 0 ? 1 : 0) - p + (firth_ ? leverage * p * (1 - p) * (0.5L - p) : 0);
      for (std::size_t j = 0; j < p_; ++j) score[j] += a * x(i, j);
    }
    Long most = 0;
    for (std::size_t j = 0; j < p_; ++j) {
      Long d = 0;
      for (std::size_t k = 0; k < p_; ++k) d += inverse_[j * p_ + k] * score[k];
      v[j] += d / 2 * (firth_ ? 1 : 2);  // shorter steps: the penalty adds curvature of its own
      most = std::max(most, std::fabs(d) / error(j));
    }
    return most;
  }

  Long error(std::size_t j) const { return std::sqrt(inverse_[j * p_ + j]); }

 private:
  Long x(std::size_t i, std::size_t j) const { return j < c_.cols ? c_.at(i, j) : 1; }

  void weigh(const std::vector<Long>& v) {
    prob_.assign(c_.rows, 0);
    information_.assign(p_ * p_, 0);
    for (std::size_t i = 0; i < c_.rows; ++i) {
      Long s = 0;
      for (std::size_t j = 0; j < p_; ++j) s += v[j] * x(i, j);
      const Long p = 1 / (1 + std::exp(-s));
      prob_[i] = p;
      for (std::size_t j = 0; j < p_; ++j) {
        for (std::size_t k = 0; k < p_; ++k) information_[j * p_ + k] += p * (1 - p) * x(i, j) * x(i, k);
      }
    }
  }

  const LinearCase& c_;
  bool firth_;
  std::size_t p_;
  std::vector<Long> prob_, information_, inverse_;
};

/// Rows of both labels at nearly every place, so that the likelihood has its optimum, and columns apart.
LinearCase overlapping_case() {
  LinearCase c;
  c.cols = *rc::gen::inRange<std::size_t>(1, 4);
  c.rows = *rc::gen::inRange<std::size_t>(12, 40);
  const auto numbers = *rc::gen::container<std::vector<int>>(c.rows * c.cols, rc::gen::inRange(-40, 41));
  for (const int k : numbers) c.values.push_back(k / 8.0);
  for (std::size_t i = 0; i < c.rows; ++i) c.y.push_back(*rc::gen::inRange(0, 3) == 0 ? 1 : -1);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < c.cols; ++j) c.values.push_back(-3 * c.at(i, j));
    c.y.push_back(i == 0 ? 1 : -1);
  }
  c.rows += 2;
  c.y[0] = 1;
  c.y[1] = -1;
  return c;
}

/// The largest distance of r from the optimum, in standard errors; negative where scoring found none.
double distance(const LinearCase& c, const LinearResult& r, bool firth) {
  std::vector<Long> v(r.w.begin(), r.w.end());
  v.push_back(r.b);
  const std::vector<Long> from = v;
  Scoring scoring(c, firth);
  Long moved = 1;
  for (int k = 0; k < 2000 && moved > 1e-15L; ++k) moved = scoring.step(v);
  if (!(moved <= 1e-15L)) return -1;
  Long most = 0;
  for (std::size_t j = 0; j < v.size(); ++j) most = std::max(most, std::fabs(v[j] - from[j]) / scoring.error(j));
  return static_cast<double>(most);
}

void check(PenaltyKind penalty, double tol) {
  const LinearCase c = overlapping_case();
  LinearOptions o;
  o.penalty = penalty;
  o.tol = tol;
  const LinearResult r = train_case(c, o);
  if (r.status != Status::converged) return;  // separable rows have no optimum without a penalty
  const double off = distance(c, r, penalty == PenaltyKind::firth);
  RC_TAG(off >= 0);
  RC_LOG() << summary(r, o) << ", off by " << off << " of a standard error\n";
  RC_ASSERT(off <= 1e-9);
}

RC_GTEST_PROP(StandardErrors, APlainFitIsWithinABillionthOfOne, ()) { check(PenaltyKind::none, 1e-4); }

RC_GTEST_PROP(StandardErrors, FirthsFitIsWithinABillionthOfOne, ()) { check(PenaltyKind::firth, 1e-4); }

/// Few rows of small whole numbers, up to as many columns as leave one row over: nearly saturated, separable or not.
LinearCase small_table() {
  LinearCase c;
  c.rows = *rc::gen::inRange<std::size_t>(5, 25);
  c.cols = *rc::gen::inRange<std::size_t>(1, std::min<std::size_t>(c.rows - 1, 8));
  const auto numbers = *rc::gen::container<std::vector<int>>(c.rows * c.cols, rc::gen::inRange(0, 6));
  c.values.assign(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < c.rows; ++i) c.y.push_back(*rc::gen::inRange(0, 2) == 0 ? 1 : -1);
  c.y[0] = 1;
  c.y[1] = -1;
  return c;
}

RC_GTEST_PROP(StandardErrors, FirthsFitOfASmallTableIsWithinABillionthOfOne, ()) {
  const LinearCase c = small_table();
  LinearOptions o;
  o.penalty = PenaltyKind::firth;
  const LinearResult r = train_case(c, o);
  RC_ASSERT(r.status == Status::converged);
  if (r.stop_reason.find("weight 0") != std::string::npos) return;  // not of full rank
  const double off = distance(c, r, true);
  RC_TAG(off >= 0);
  RC_LOG() << summary(r, o) << ", off by " << off << " of a standard error\n";
  RC_ASSERT(off <= 1e-9);
}

/// Columns 1 and 3 stand for each other but for the sign of a row: steps from 0 keep w_1 = -w_3, and end where f is level
/// (4.2122) with a curvature of -0.019 across. From there it falls to either side.
TEST(StandardErrors, FirthsFitOfSymmetricRowsIsNoSaddlePoint) {
  LinearCase c;
  c.rows = 10;
  c.cols = 3;
  c.values = {1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1};
  c.y = {1, -1, 1, 1, 1, 1, 1, 1, 1, 1};
  LinearOptions o;
  o.penalty = PenaltyKind::firth;
  const LinearResult r = train_case(c, o);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_NE(r.stop_reason.find("saddle point"), std::string::npos) << r.stop_reason;
  EXPECT_LT(r.primal, 4.12);
  EXPECT_GT(std::fabs(r.w[0] + r.w[2]), 1);
  const double off = distance(c, r, true);
  EXPECT_GE(off, 0);
  EXPECT_LE(off, 1e-9);
}

/// 2 x 2 tables, where Firth's optimum is known in closed form.
TEST(StandardErrors, TablesHaveTheirClosedForm) {
  for (const auto& [a, b, c, d] : {std::array{7, 2, 3, 5}, {700, 20, 30, 500}, {1, 1, 1, 1}, {9, 0, 0, 4}}) {
    LinearCase t;
    t.cols = 1;
    const auto add = [&t](double x, int y, int count) {
      for (int k = 0; k < count; ++k, ++t.rows) {
        t.values.push_back(x);
        t.y.push_back(static_cast<std::int8_t>(y));
      }
    };
    add(0, -1, a);
    add(0, 1, b);
    add(1, -1, c);
    add(1, 1, d);
    LinearOptions o;
    o.penalty = PenaltyKind::firth;
    const LinearResult r = train_linear({t.dense(), t.y, {}}, o, {}).value();
    const double bias = std::log((b + 0.5) / (a + 0.5));
    const double error = std::sqrt(1 / (a + 0.5) + 1 / (b + 0.5) + 1 / (c + 0.5) + 1 / (d + 0.5));
    EXPECT_NEAR(r.b, bias, 1e-9 * error);
    EXPECT_NEAR(r.w[0], std::log((d + 0.5) / (c + 0.5)) - bias, 1e-9 * error);
  }
}

}  // namespace
}  // namespace halfspace
