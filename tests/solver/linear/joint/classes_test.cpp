// Joint objectives of many classes: the gap bounds what any other weights reach, and two classes are the binary rule.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "solver/dense_rows.hpp"
#include "solver/linear/joint/crammer_singer.hpp"
#include "solver/linear/joint/multinomial.hpp"

namespace halfspace {
namespace {

struct Rows {
  test::DenseRows x;
  std::vector<std::uint32_t> label;
};

Rows random_rows(std::uint64_t seed, std::uint32_t classes, std::size_t n, std::size_t d) {
  Rng rng(seed, Stream::probe);
  Rows r;
  r.x.rows = n;
  r.x.cols = d;
  for (std::size_t i = 0; i < n; ++i) {
    r.label.push_back(static_cast<std::uint32_t>(i % classes));
    for (std::size_t j = 0; j < d; ++j)
      r.x.value.push_back(static_cast<double>(rng.bounded(2001)) / 1000 - 1 + (j % classes == r.label[i] ? 0.5 : 0));
  }
  return r;
}

/// P by its definition, with the digits of long doubles.
long double primal(const Rows& r, const LinearOptions& o, const std::vector<double>& w, const std::vector<double>& b) {
  using Wide = long double;
  Wide sum = 0;
  for (const double v : w) sum += Wide{v} * v / 2;
  for (const double v : b) sum += o.bias == Bias::augmented ? Wide{v} * v / 2 : 0;
  for (std::size_t i = 0; i < r.x.rows; ++i) {
    std::vector<Wide> s;
    for (std::size_t k = 0; k < b.size(); ++k) {
      s.push_back(b[k]);
      for (std::size_t j = 0; j < r.x.cols; ++j) s[k] += Wide{w[k * r.x.cols + j]} * r.x.value[i * r.x.cols + j];
    }
    Wide worst = 0;
    Wide total = 0;
    for (std::size_t k = 0; k < s.size(); ++k) {
      if (k == r.label[i]) continue;
      worst = std::max(worst, s[k] - s[r.label[i]] + 1);
      total += std::exp(s[k] - s[r.label[i]]);
    }
    sum += o.C * (o.loss == LossKind::logistic ? std::log1p(total) : worst);
  }
  return sum;
}

LinearOptions options_of(LossKind loss, Bias bias, double C) {
  LinearOptions o;
  o.loss = loss;
  o.bias = bias;
  o.C = C;
  o.tol = 1e-9;
  return o;
}

void expect_optimal(const Rows& r, const LinearOptions& o, const ClassResult& found) {
  const LinearResult& f = found.result;
  EXPECT_EQ(f.status, Status::converged) << f.stop_reason;
  const auto p = static_cast<double>(primal(r, o, f.w, found.b));
  EXPECT_NEAR(f.primal, p, 1e-10 * p);
  EXPECT_LE(f.gap, 1e-9 * f.primal);
  Rng rng(7, Stream::probe);
  for (int trial = 0; trial < 200; ++trial) {  // nothing near is more than the gap better
    std::vector<double> w = f.w;
    std::vector<double> b = found.b;
    const double size = std::pow(10.0, -static_cast<double>(rng.bounded(6)));
    for (double& v : w) v += size * (static_cast<double>(rng.bounded(2001)) / 1000 - 1);
    for (double& v : b) v += o.bias == Bias::none ? 0 : size * (static_cast<double>(rng.bounded(2001)) / 1000 - 1);
    EXPECT_GE(primal(r, o, w, b), f.primal - f.gap);
  }
}

TEST(Multinomial, TheGapIsAProof) {
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    for (const double C : {1e-3, 1.0, 1e3}) {
      const Rows r = random_rows(3, 3, 40, 4);
      const LinearOptions o = options_of(LossKind::logistic, bias, C);
      expect_optimal(r, o, train_multinomial({r.x.matrix(), r.label, 3, {}}, o, {}));
    }
  }
}

TEST(CrammerSinger, TheGapIsAProof) {
  for (const Bias bias : {Bias::augmented, Bias::none}) {
    for (const double C : {1e-2, 1.0}) {
      const Rows r = random_rows(5, 4, 40, 5);
      LinearOptions o = options_of(LossKind::hinge, bias, C);
      expect_optimal(r, o, train_crammer_singer({r.x.matrix(), r.label, 4, {}}, o, {}));
    }
  }
}

ClassResult train_joint(const Rows& r, const LinearOptions& o, std::uint32_t classes, const LinearObserver& observer) {
  const ClassProblem problem{r.x.matrix(), r.label, classes, {}};
  return o.loss == LossKind::logistic ? train_multinomial(problem, o, observer)
                                      : train_crammer_singer(problem, o, observer);
}

ClassResult train_joint(const Rows& r, const LinearOptions& o, std::uint32_t classes) {
  return train_joint(r, o, classes, {});
}

/// Both objectives with every bias they know.
std::vector<LinearOptions> joint_choices() {
  std::vector<LinearOptions> all;
  for (const Bias bias : {Bias::augmented, Bias::none, Bias::free}) {
    all.push_back(options_of(LossKind::logistic, bias, 1));
    if (bias != Bias::free) all.push_back(options_of(LossKind::hinge, bias, 1));
  }
  return all;
}

// What another run reaches is an upper bound of P*: the gap must reach below it, to the last digit.
TEST(JointObjective, TheGapIsNeverBelowTheTrueOne) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Rows r = random_rows(seed, 3, 12, 2);
    for (LinearOptions o : joint_choices()) {
      for (const double C : {1e-6, 1.0, 1e6}) {
        o.C = C;
        o.tol = 1e-11;
        const ClassResult best = train_joint(r, o, 3);
        const long double least = primal(r, o, best.result.w, best.b);
        for (const double tol : {1e-1, 1e-4, 1e-7, 1e-10}) {
          o.tol = tol;
          const ClassResult found = train_joint(r, o, 3);
          EXPECT_LE(primal(r, o, found.result.w, found.b) - least, found.result.gap);
          EXPECT_LE(found.result.dual, least);
          EXPECT_LE(best.result.dual, primal(r, o, found.result.w, found.b));
        }
      }
    }
  }
}

TEST(JointObjective, EndsAtEveryC) {
  const Rows r = random_rows(4, 3, 30, 3);
  for (LinearOptions o : joint_choices()) {
    for (int e = -12; e <= 12; ++e) {
      o.C = std::pow(10.0, e);
      o.tol = 1e-4;
      const LinearResult f = train_joint(r, o, 3).result;
      EXPECT_EQ(f.status, Status::converged) << o.C << " " << f.solver << ": " << f.stop_reason;
      EXPECT_LE(f.rounds, 400);
    }
  }
}

TEST(JointObjective, SaysWhyItEndedEarly) {
  const Rows r = random_rows(4, 3, 30, 3);
  for (LinearOptions o : joint_choices()) {
    o.max_rounds = 1;
    EXPECT_EQ(train_joint(r, o, 3).result.status, Status::rounds);
    o.max_rounds = 0;
    for (const auto& [halt, status] :
         {std::pair(Halt::timeout, Status::timeout), std::pair(Halt::interrupt, Status::interrupted)}) {
      const LinearObserver observer{{}, StopToken([why = halt] { return why; })};
      EXPECT_EQ(train_joint(r, o, 3, observer).result.status, status);
    }
  }
}

// Two classes with w_1 = -w_0 = w/2: 1/2 Σ |w_k|^2 = |w|^2/4, so C of the binary problem is 2 C.
TEST(Multinomial, TwoClassesAreTheBinaryProblem) {
  const Rows r = random_rows(11, 2, 30, 3);
  const LinearOptions o = options_of(LossKind::logistic, Bias::free, 1);
  const ClassResult joint = train_multinomial({r.x.matrix(), r.label, 2, {}}, o, {});
  LinearOptions binary = o;
  binary.C = 2;
  binary.tol = 1e-10;
  std::vector<std::int8_t> y;
  for (const std::uint32_t k : r.label) y.push_back(k == 1 ? 1 : -1);
  const auto one = train_linear({r.x.matrix(), y, {}}, binary, {});
  ASSERT_TRUE(one);
  EXPECT_NEAR(joint.result.primal, one.value().primal / 2, 1e-7);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(joint.result.w[3 + j] - joint.result.w[j], one.value().w[j], 1e-3);
}

TEST(Multinomial, WeightTwoIsTheRowTwice) {
  Rows once = random_rows(2, 3, 12, 2);
  std::vector<double> weight(12, 1);
  weight[4] = 2;
  Rows twice = once;
  for (std::size_t j = 0; j < 2; ++j) twice.x.value.push_back(once.x.value[8 + j]);
  twice.label.push_back(once.label[4]);
  ++twice.x.rows;
  const LinearOptions o = options_of(LossKind::logistic, Bias::free, 1);
  const ClassResult a = train_multinomial({once.x.matrix(), once.label, 3, weight}, o, {});
  const ClassResult b = train_multinomial({twice.x.matrix(), twice.label, 3, {}}, o, {});
  EXPECT_NEAR(a.result.primal, b.result.primal, a.result.gap + b.result.gap + 1e-12);
}

/// Columns of many sizes, more weights than a factor is made of: steps of hundreds of products each.
TEST(Multinomial, EndsAtTheBoundOnItsWork) {
  Rows r = random_rows(5, 3, 60, 700);
  for (std::size_t k = 0; k < r.x.value.size(); ++k)
    r.x.value[k] *= std::pow(10.0, static_cast<double>(k % r.x.cols % 7) - 3);
  LinearOptions o = options_of(LossKind::logistic, Bias::free, 1e6);
  o.tol = 1e-12;
  o.max_work = 1;
  const Matrix x = r.x.matrix();
  const ClassProblem problem{x, r.label, 3, {}};
  const ClassResult found = train_multinomial(problem, o, {});
  EXPECT_EQ(found.result.status, Status::not_converged);
  EXPECT_EQ(found.result.stop_reason.rfind("no duality gap of 1e-12 of the objective within the bound of ", 0), 0U)
      << found.result.stop_reason;
  EXPECT_LT(found.result.primal, 60 * o.C * std::log(3));  // of weights 0
  EXPECT_EQ(train_multinomial(problem, o, {}).result.w, found.result.w);
  o.max_work = 0;
  EXPECT_GT(train_multinomial(problem, o, {}).result.rounds, found.result.rounds);
}

}  // namespace
}  // namespace halfspace
