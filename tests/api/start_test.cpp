// Objectives that begin at given weights: a second fit ends where the first did, after one proof; from elsewhere the
// answer is within the tolerance of the one from nothing.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/iris.hpp"
#include "base/json.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

TrainOptions learning(const ObjectiveOptions& o, Multiclass way = Multiclass::none) {
  TrainOptions out;
  out.learner = o;
  out.multiclass = way;
  return out;
}

/// Begun where that training ended.
ObjectiveOptions begun_at(ObjectiveOptions o, const Training& t, bool multipliers) {
  const std::size_t vectors = t.classifier.bias().size();
  const std::size_t d = t.classifier.weights().size() / vectors;
  for (std::size_t k = 0; k < vectors; ++k) {
    for (std::size_t j = 0; j < d; ++j) o.start_weights.push_back(t.classifier.weights()[k * d + j]);
    o.start_weights.push_back(t.classifier.bias()[k]);
  }
  for (const RunSummary& r : t.runs) {
    if (multipliers) o.start_multipliers.push_back(r.support);
  }
  return o;
}

void expect_same_weights(const Training& a, const Training& b) {
  for (std::size_t j = 0; j < a.classifier.weights().size(); ++j)
    EXPECT_EQ(a.classifier.weights()[j], b.classifier.weights()[j]);
  for (std::size_t k = 0; k < a.classifier.bias().size(); ++k)
    EXPECT_EQ(a.classifier.bias()[k], b.classifier.bias()[k]);
}

std::vector<ObjectiveOptions> objectives() {
  std::vector<ObjectiveOptions> out;
  for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
    ObjectiveOptions o;
    o.bias = bias;
    out.push_back(o);  // logistic, L2
    o.penalty = PenaltyKind::l1;
    out.push_back(o);
    o.penalty = PenaltyKind::elastic_net;
    out.push_back(o);
    o.penalty = PenaltyKind::l2;
    for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::modified_huber}) {
      o.loss = loss;
      out.push_back(o);
    }
  }
  return out;
}

std::string name_of_case(const ObjectiveOptions& o) {
  return "loss " + std::to_string(static_cast<int>(o.loss)) + " penalty " +
         std::to_string(static_cast<int>(o.penalty)) + " bias " + std::to_string(static_cast<int>(o.bias)) +
         " solver " + std::to_string(static_cast<int>(o.solver));
}

TEST(Start, ASecondFitEndsAtOnce) {
  const test::Clouds t(5, 200);
  for (const ObjectiveOptions& o : objectives()) {
    for (const Scaling scale : {Scaling::none, Scaling::max_norm}) {
      TrainOptions options = learning(o);
      options.features.scale = scale;
      const auto first = train(t.rows(), t.y, options);
      ASSERT_TRUE(first) << first.error().text();
      options.learner = begun_at(o, first.value(), true);
      const auto second = train(t.rows(), t.y, options);
      ASSERT_TRUE(second) << second.error().text();
      EXPECT_EQ(second.value().status, "converged") << name_of_case(o);
      EXPECT_EQ(second.value().rounds, 0) << name_of_case(o);
      EXPECT_LE(*second.value().gap, 1e-4 * *second.value().objective) << name_of_case(o);
      expect_same_weights(first.value(), second.value());
    }
  }
}

TEST(Start, ASmoothLossNeedsNoMultipliers) {
  const test::Clouds t(5, 200);
  for (ObjectiveOptions o : objectives()) {
    if (o.loss == LossKind::hinge) continue;
    o.tol = 1e-10;
    const auto first = train(t.rows(), t.y, learning(o));
    ASSERT_TRUE(first) << first.error().text();
    o.tol = 1e-4;  // the plain dual point of the same weights
    const auto second = train(t.rows(), t.y, learning(begun_at(o, first.value(), false)));
    ASSERT_TRUE(second) << second.error().text();
    EXPECT_EQ(second.value().rounds, 0) << name_of_case(o);
    expect_same_weights(first.value(), second.value());
  }
}

TEST(Start, WithoutAPenaltyTheCurvatureProvesIt) {
  const test::Clouds t(5, 200);
  ObjectiveOptions o;
  o.penalty = PenaltyKind::none;
  const auto first = train(t.rows(), t.y, learning(o));
  ASSERT_TRUE(first) << first.error().text();
  const auto second = train(t.rows(), t.y, learning(begun_at(o, first.value(), false)));
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_EQ(second.value().status, "converged");
  EXPECT_EQ(second.value().rounds, 0);
  expect_same_weights(first.value(), second.value());
}

TEST(Start, EveryWayToManyClassesTakesOne) {
  const test::Iris iris({"setosa", "versicolor", "virginica"});
  for (const Multiclass way : {Multiclass::one_vs_rest, Multiclass::one_vs_one, Multiclass::multinomial}) {
    for (const LossKind loss : {LossKind::logistic, LossKind::hinge}) {
      if (way == Multiclass::multinomial && loss == LossKind::hinge) continue;
      ObjectiveOptions o;
      o.loss = loss;
      const auto first = train(iris.rows(), iris.y, learning(o, way));
      ASSERT_TRUE(first) << first.error().text();
      const auto next = begun_at(o, first.value(), loss == LossKind::hinge);
      const auto second = train(iris.rows(), iris.y, learning(next, way));
      ASSERT_TRUE(second) << second.error().text();
      EXPECT_EQ(second.value().status, "converged");
      if (loss == LossKind::hinge || way == Multiclass::multinomial) {
        EXPECT_EQ(second.value().rounds, 0) << static_cast<int>(way);
        expect_same_weights(first.value(), second.value());
      }
    }
  }
}

TEST(Start, AnotherCIsWithinTheToleranceOfTheRunFromNothing) {
  const test::Clouds t(6, 300);
  using S = LinearSolver;
  for (ObjectiveOptions o : objectives()) {
    const auto first = train(t.rows(), t.y, learning(o));
    ASSERT_TRUE(first) << first.error().text();
    for (const S solver :
         {S::automatic, S::newton, S::trust_newton, S::cd, S::dual_cd, S::augmented_lagrangian, S::interior_point}) {
      o.solver = solver;
      o.C = 7;
      const auto nothing = train(t.rows(), t.y, learning(o));
      if (!nothing) continue;  // a solver that does not go with the loss or the penalty
      const auto begun = train(t.rows(), t.y, learning(begun_at(o, first.value(), true)));
      ASSERT_TRUE(begun) << begun.error().text();
      EXPECT_EQ(begun.value().status, nothing.value().status) << name_of_case(o);
      const double P = *begun.value().objective;
      EXPECT_LE(*begun.value().gap, 1e-4 * P) << name_of_case(o);
      EXPECT_NEAR(P, *nothing.value().objective, 1e-4 * P) << name_of_case(o);
      EXPECT_GE(P, *nothing.value().dual - 1e-12 * P) << name_of_case(o);
    }
  }
}

TEST(Start, StandsInTheSettings) {
  const test::Clouds t(5);
  const auto first = train(t.rows(), t.y, learning(ObjectiveOptions()));
  const auto second = train(t.rows(), t.y, learning(begun_at({}, first.value(), true)));
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_FALSE(parse_json(first.value().classifier.settings()).contains("start"));
  EXPECT_EQ(parse_json(second.value().classifier.settings())["start"], "given");
  EXPECT_FALSE(second.value().report.text().empty());
}

TEST(Start, CountsTheRowsOfTheCaller) {
  const test::Clouds t(5, 60);
  std::vector<double> weights(t.y.size(), 1.0);
  for (std::size_t i = 0; i < 7; ++i) weights[i] = 0;
  DenseRows rows = t.rows();
  rows.weights = weights;
  ObjectiveOptions o;
  o.loss = LossKind::hinge;
  const auto first = train(rows, t.y, learning(o));
  ASSERT_TRUE(first) << first.error().text();
  const auto second = train(rows, t.y, learning(begun_at(o, first.value(), true)));
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_EQ(second.value().rounds, 0);
}

/// The message of a run with these options.
std::string refused(const ObjectiveOptions& o, Multiclass way = Multiclass::none) {
  const test::Clouds t(5);
  auto trained = way == Multiclass::none ? train(t.rows(), t.y, learning(o)) : [&] {
    const test::Iris iris({"setosa", "versicolor", "virginica"});
    return train(iris.rows(), iris.y, learning(o, way));
  }();
  if (trained) return "";
  EXPECT_EQ(trained.error().code, Code::usage);
  return trained.error().text();
}

TEST(Start, RefusesNumbersThatAreNone) {
  ObjectiveOptions o;
  const std::vector<double> fits(4, 0.5);
  o.start_weights = fits;
  EXPECT_EQ(refused(o), "");
  o.start_weights.pop_back();
  EXPECT_NE(refused(o).find("3 numbers"), std::string::npos) << refused(o);
  o.start_weights = {0, std::numeric_limits<double>::quiet_NaN(), 0, 0};
  EXPECT_NE(refused(o).find("number 1"), std::string::npos) << refused(o);
  o.start_weights = fits;
  o.bias = Bias::none;
  EXPECT_NE(refused(o).find("bias"), std::string::npos) << refused(o);
  o.bias = Bias::free;
  o.start_multipliers = {{}, {}};
  EXPECT_NE(refused(o).find("2 lists"), std::string::npos) << refused(o);
  o.start_multipliers = {{{40, 1}}};
  EXPECT_NE(refused(o).find("row 40"), std::string::npos) << refused(o);
  o.start_multipliers = {{{0, -1}}};
  EXPECT_NE(refused(o).find("row 0"), std::string::npos) << refused(o);
  o.start_weights.clear();
  EXPECT_NE(refused(o).find("start_weights"), std::string::npos) << refused(o);
}

TEST(Start, IsForLinearModels) {
  ObjectiveOptions o;
  o.start_weights.assign(4, 0.5);
  o.penalty = PenaltyKind::firth;
  EXPECT_NE(refused(o).find("firth"), std::string::npos) << refused(o);
  o.penalty = PenaltyKind::l2;
  o.solver = LinearSolver::gd;
  EXPECT_NE(refused(o).find("gd"), std::string::npos) << refused(o);
  o.solver = LinearSolver::automatic;
  o.loss = LossKind::hinge;
  o.C = std::numeric_limits<double>::infinity();
  EXPECT_NE(refused(o).find("hard margin"), std::string::npos) << refused(o);
  o.C = 1;
  o.kernel.kernel = KernelKind::rbf;
  EXPECT_NE(refused(o).find("kernel"), std::string::npos) << refused(o);
  o.kernel = {};
  EXPECT_NE(refused(o, Multiclass::crammer_singer).find("crammer-singer"), std::string::npos);
  CvOptions cv;
  cv.train = learning(o);
  const test::Clouds t(5);
  EXPECT_EQ(cross_validate(t.rows(), t.y, cv).error().code, Code::usage);
}

}  // namespace
}  // namespace halfspace
